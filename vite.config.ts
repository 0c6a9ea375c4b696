import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { cutFonts } from './scripts/fonts.ts';

/** The style sheet and the page name the cut fonts, so they must be there before anything is resolved. */
const fonts: Plugin = { name: 'saluni:fonts', config: cutFonts };

export default defineConfig({
  root: 'src/client',
  publicDir: false,
  plugins: [fonts, react()],
  build: {
    outDir: '../../dist/client',
    emptyOutDir: true,
    manifest: true,
    // Every supported browser preloads modules; the polyfill would only add bytes.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
});
