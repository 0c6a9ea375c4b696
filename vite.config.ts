import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compress } from './scripts/compress.ts';
import { cutFonts } from './scripts/fonts.ts';

/** The style sheet and the page name the cut fonts, so they must be there before anything is resolved. */
const fonts: Plugin = { name: 'saluni:fonts', config: cutFonts };

/** What every screen needs, in one file: cut smaller it would compress worse. */
const core =
  /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack|@trpc|zustand)[\\/]|src[\\/]client[\\/](lib[\\/](errors|focus|preload|query-client|route-roles|safe-next|session|stored-keys|trpc)|ui[\\/](button|link|page|logo|loading|ornament))/;

export default defineConfig({
  root: 'src/client',
  publicDir: false,
  plugins: [fonts, react(), compress],
  build: {
    outDir: '../../dist/client',
    emptyOutDir: true,
    manifest: true,
    // Every supported browser preloads modules; the polyfill would only add bytes.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'core', test: core }] } } },
  },
});
