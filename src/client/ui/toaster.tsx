import { useEffect } from 'react';
import * as sonner from 'sonner';
import { toasterReady } from './notify.ts';
import './toaster.css';

/**
 * On a phone they lie over the header's brand: below it they would cover the page's heading, at the bottom the main action, and the menu
 * beside them stays in reach. CSS pixels.
 */
const onPhone = { top: 4, left: 16, right: 72 };

/** Loaded after the page is up: toasts are rare and their code is not small. */
export function Toaster() {
  useEffect(() => toasterReady(sonner), []);
  return <sonner.Toaster position="top-right" offset={{ top: 96, right: 24 }} mobileOffset={onPhone} expand />;
}
