import { useState } from 'react';

export type Theme = 'system' | 'light' | 'dark';
const KEY = 'greenroom.theme';
const themes: readonly Theme[] = ['system', 'light', 'dark'];

export function storedTheme(): Theme {
  return themes.find((theme) => theme === localStorage.getItem(KEY)) ?? 'system';
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function useTheme(): [Theme, () => void] {
  const [theme, setTheme] = useState(storedTheme);
  const next = () => {
    const following = themes[(themes.indexOf(theme) + 1) % themes.length]!;
    localStorage.setItem(KEY, following);
    applyTheme(following);
    setTheme(following);
  };
  return [theme, next];
}
