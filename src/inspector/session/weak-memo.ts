/** Memoizes a function of an object, for as long as the object lives. */
export function weakMemo<Owner extends object, Kept>(make: (owner: Owner) => Kept): (owner: Owner) => Kept {
  const all = new WeakMap<Owner, Kept>();
  return (owner) => {
    const known = all.get(owner);
    if (known !== undefined) return known;
    const made = make(owner);
    all.set(owner, made);
    return made;
  };
}
