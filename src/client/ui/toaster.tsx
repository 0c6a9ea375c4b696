import { useEffect } from 'react';
import * as sonner from 'sonner';
import { toasterReady } from './notify.ts';
import './toaster.css';

/** Loaded after the page is up: toasts are rare and their code is not small. */
export function Toaster() {
  useEffect(() => toasterReady(sonner), []);
  return <sonner.Toaster position="top-right" offset={{ top: 96, right: 24 }} mobileOffset={{ top: 76 }} expand />;
}
