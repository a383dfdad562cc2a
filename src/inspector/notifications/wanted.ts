import { useSyncExternalStore } from 'react';
import { Listeners } from '../session/listeners.js';

const STORAGE_KEY = 'greenroom.notifications';
const listeners = new Listeners();

/** `blocked`: the browser was told to show none. `unsupported`: it has none, or not on this page. */
export type NotificationsState = 'on' | 'off' | 'blocked' | 'unsupported';

export function notificationsState(): NotificationsState {
  if (typeof Notification === 'undefined') return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  const isOn = Notification.permission === 'granted' && localStorage.getItem(STORAGE_KEY) === 'on';
  return isOn ? 'on' : 'off';
}

/** Asks the browser, which asks the user, only when they are turned on. */
export async function toggleNotifications(): Promise<void> {
  const isOn = notificationsState() === 'on';
  localStorage.setItem(STORAGE_KEY, isOn ? 'off' : 'on');
  if (!isOn) await Notification.requestPermission();
  listeners.notify();
}

export function useNotificationsState(): NotificationsState {
  return useSyncExternalStore((listener) => listeners.add(listener), notificationsState);
}
