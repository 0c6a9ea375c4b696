import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compress } from './scripts/compress.ts';
import { cutFonts } from './scripts/fonts.ts';

/** The style sheet and the page name the cut fonts, so they must be there before anything is resolved. */
const fonts: Plugin = { name: 'saluni:fonts', config: cutFonts };

/** The router's components say nowhere that making them does nothing else, so that those that nobody uses would stay in the file: Link, NavLink, Form. */
const pureRouter: Plugin = {
  name: 'saluni:pure-router',
  apply: 'build',
  transform: {
    filter: { id: /node_modules[\\/]react-router[\\/]/ },
    handler: (code) => ({
      code: code
        .replaceAll(/^\w+\.displayName = "\w+";$/gm, '')
        .replaceAll(/ (React\$1\.(?:forwardRef|createContext)\()/g, ' /* @__PURE__ */ $1'),
      map: null,
    }),
  },
};

/** What every screen needs, in one file: cut smaller it would compress worse. */
const core =
  /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack|@trpc|zustand)[\\/]|src[\\/]client[\\/](lib[\\/](errors|focus|preload|query-client|route-roles|safe-next|session|stored-keys|trpc)|ui[\\/](button|link|page|logo|loading|ornament))|src[\\/]shared[\\/]constants\./;

/** Modules of a few lines that most screens share: one file of them weighs less than a file each. */
const words = /src[\\/](shared[\\/](counted|duration|rules[\\/]price)|client[\\/]features[\\/]professional-type)\./;

export default defineConfig({
  root: 'src/client',
  publicDir: false,
  plugins: [fonts, pureRouter, react(), compress],
  build: {
    outDir: '../../dist/client',
    emptyOutDir: true,
    manifest: true,
    // Every supported browser preloads modules; the polyfill would only add bytes.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Their packages do not say so themselves, and what is not used of them weighs.
      treeshake: { moduleSideEffects: [{ test: /node_modules[\\/](@trpc|@tanstack)[\\/]/, sideEffects: false }] },
      output: {
        codeSplitting: {
          groups: [
            { name: 'core', test: core },
            { name: 'words', test: words },
          ],
        },
      },
    },
  },
});
