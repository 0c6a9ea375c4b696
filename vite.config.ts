import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compress } from './scripts/compress.ts';
import { cutFonts } from './scripts/fonts.ts';
import { drawIcons } from './scripts/icons.ts';
import { later } from './scripts/later.ts';

/** The style sheet and the page name the cut fonts, so they must be there before anything is resolved. */
const fonts: Plugin = { name: 'saluni:fonts', config: cutFonts };

export default defineConfig(({ isSsrBuild }) => ({
  root: 'src/client',
  publicDir: false,
  // Replaces the breakpoints of `ui/breakpoints.css` by their widths.
  css: { transformer: 'lightningcss', lightningcss: { drafts: { customMedia: true } } },
  plugins: [fonts, react(), ...(isSsrBuild ? [] : [drawIcons, later, compress])],
  // The build for the server holds all that it needs, as it is built for production whatever its process is.
  ...(isSsrBuild ? { ssr: { noExternal: true as const }, define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  build: {
    outDir: isSsrBuild ? '../../dist/server' : '../../dist/client',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    // Every supported browser preloads modules.
    modulePreload: { polyfill: false },
    // All style in one small file that every page names: none comes late, or is asked for by a part that is shown later.
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    // What most pages share is one file: a page asks for ten files, not for forty.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'common', minShareCount: 12 }] } } },
  },
}));
