import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app/app.tsx';
import { keepNamesWhole } from './lib/whole-names.ts';
import './ui/base.css';

// The content security policy forbids `eval`, which zod tries unless told otherwise before its first schema is made.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');

keepNamesWhole();
createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>,
);
