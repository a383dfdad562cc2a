import { useState } from 'react';

export type Theme = 'system' | 'light' | 'dark';
const STORAGE_KEY = 'greenroom.theme';
const themes: readonly Theme[] = ['system', 'light', 'dark'];

export function storedTheme(): Theme {
  return themes.find((theme) => theme === localStorage.getItem(STORAGE_KEY)) ?? 'system';
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function useTheme(): [Theme, () => void] {
  const [theme, setTheme] = useState(storedTheme);
  const next = () => {
    const following = themes[(themes.indexOf(theme) + 1) % themes.length]!;
    localStorage.setItem(STORAGE_KEY, following);
    applyTheme(following);
    setTheme(following);
  };
  return [theme, next];
}
