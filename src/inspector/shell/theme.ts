import { useSyncExternalStore } from 'react';
import { Listeners } from '../session/listeners.js';

export type Theme = 'system' | 'light' | 'dark';
const STORAGE_KEY = 'greenroom.theme';
export const themes: readonly Theme[] = ['system', 'light', 'dark'];
const listeners = new Listeners();

export function storedTheme(): Theme {
  return themes.find((theme) => theme === localStorage.getItem(STORAGE_KEY)) ?? 'system';
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(STORAGE_KEY, theme);
  applyTheme(theme);
  listeners.notify();
}

export function useTheme(): [Theme, () => void] {
  const theme = useSyncExternalStore((listener) => listeners.add(listener), storedTheme);
  const next = () => chooseTheme(themes[(themes.indexOf(theme) + 1) % themes.length]!);
  return [theme, next];
}
