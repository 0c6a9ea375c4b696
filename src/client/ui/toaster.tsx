import { useEffect } from 'react';
import * as sonner from 'sonner';
import { toasterReady } from './notify.ts';
import './toaster.css';

/**
 * Offsets in CSS pixels. On a phone, toasts cover the logo in the header: lower, they would cover the heading, at the bottom the main action.
 * The menu button beside them stays reachable.
 */
const onPhone = { top: 4, left: 16, right: 72 };

/** Loaded at the first toast: toasts are rare and their code is large. */
export function Toaster() {
  useEffect(() => toasterReady(sonner), []);
  return <sonner.Toaster position="top-right" offset={{ top: 96, right: 24 }} mobileOffset={onPhone} expand />;
}
