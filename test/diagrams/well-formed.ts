/** Checks the tags, attributes and stray characters of XML; returns the first error or null. */
export function xmlProblem(xml: string): string | null {
  const open: string[] = [];
  const ids = new Set<string>();
  let at = 0;
  for (const tag of xml.matchAll(/<(\/?)([\w:]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/g)) {
    const between = xml.slice(at, tag.index);
    if (/<|&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)/.test(between)) return `stray text: ${between}`;
    if (open.length === 0 && at > 0 && between.trim() !== '') return `text after the root: ${between}`;
    at = tag.index + tag[0].length;
    const [, closes, name, attributes, isEmpty] = tag;
    const names = [...attributes!.matchAll(/([\w:-]+)="/g)].map(([, attribute]) => attribute);
    if (new Set(names).size !== names.length) return `attribute twice: ${tag[0]}`;
    const id = / id="([^"]*)"/.exec(attributes!)?.[1];
    if (id !== undefined && ids.has(id)) return `id twice: ${id}`;
    if (id !== undefined) ids.add(id);
    if (closes && open.pop() !== name) return `unexpected ${tag[0]}`;
    if (!closes && !isEmpty) open.push(name!);
  }
  if (open.length > 0) return `never closed: ${open.join(', ')}`;
  return xml.slice(at).trim() === '' ? null : `text after the root: ${xml.slice(at)}`;
}
