import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { bootstrap } from './scripts/bootstrap.ts';
import { compress } from './scripts/compress.ts';
import { cutFonts } from './scripts/fonts.ts';
import { drawIcons } from './scripts/icons.ts';

/** The style sheet and the page name the cut fonts, so they must be there before anything is resolved. */
const fonts: Plugin = { name: 'saluni:fonts', config: cutFonts };

/** Modules in any of these places. */
const anyOf = (...places: RegExp[]) => new RegExp(places.map(({ source }) => source).join('|'));

/** What every screen needs, in one file: cut smaller it would compress worse. */
const core = anyOf(
  /rolldown[\\/]runtime|vite[\\/]preload-helper/,
  /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack|@trpc|zustand)[\\/]/,
  /src[\\/]client[\\/]lib[\\/](errors|focus|preload|query-client|reload-once|route-roles|safe-next|session|stored-keys|trpc)/,
  /src[\\/]client[\\/]ui[\\/](button|lazy-part|load-button|link|page\.|logo|loading|ornament)/,
  /src[\\/]shared[\\/]constants\./,
);

/** Modules of a few lines that most screens share: one file of them weighs less than a file each. */
const parts = anyOf(
  /src[\\/]shared[\\/](counted|duration|public-addresses|rules[\\/](handle|price|slug))\./,
  /src[\\/]client[\\/]lib[\\/](failure-log|use-pages|viewer-zone)\./,
  /src[\\/]client[\\/]ui[\\/](card|message|page-part|skeleton|split|viewer-time)\./,
  /src[\\/]client[\\/]features[\\/](errors[\\/]failure-page|professional[\\/]professional-type)\./,
);

/** What is chosen of a booking. */
const choices = /src[\\/]client[\\/]features[\\/]booking[\\/]choose[\\/]choices\./;

/** What every step of a booking shows. */
const booking =
  /src[\\/]client[\\/]features[\\/]booking[\\/](steps[\\/](booking-frame|booking-summary)|choose[\\/]use-chosen-services)\./;

/** Pictures and ornaments. */
const pictures = anyOf(
  /src[\\/]shared[\\/]picture-files\./,
  /src[\\/]client[\\/]features[\\/]pictures[\\/](card-picture|ornaments)\./,
  /src[\\/]client[\\/]ui[\\/]picture\./,
);

/** A card before its data has come. */
const skeletons = /src[\\/]client[\\/]features[\\/]browse[\\/](asked-slots|listing-card|professional-card-skeleton)\./;

/** What the cards of a listing show. */
const cards = /src[\\/]client[\\/]features[\\/]browse[\\/](next-free|professional-card\.|distance\.)/;

/** The bar that finds what, where and when, and what it asks for. */
const find =
  /src[\\/](shared[\\/]slot-range|client[\\/]features[\\/]browse[\\/](find-bar|plain-filters|use-filters|suggesting-field|typed-text|near-me|said))\./;

/** What both browse screens show around their cards. */
const browse =
  /src[\\/]client[\\/]features[\\/]browse[\\/](listing|filters-menu|nothing|category-select|facet-counts|specialization-filter)\.tsx?/;

/** What pages of one person or thing show of it. */
const details =
  /src[\\/]client[\\/](ui[\\/](avatar|badge|chips|detail-list|sticky-actions)|features[\\/]hours[\\/]hours-text)\./;

/** What every form with a text in it shows. */
const fields = /src[\\/]client[\\/]ui[\\/](field|text-field)\./;

/** What forms share. */
const forms = anyOf(
  /src[\\/]client[\\/]lib[\\/]form-errors\./,
  /src[\\/]client[\\/]features[\\/]forms[\\/]changed-fields\./,
  /src[\\/]client[\\/]features[\\/]forms[\\/](form|form-end|form-loading|schema-resolver|use-navigation-after-save)\./,
);

/** What pages with a mailed link share. */
const mailed =
  /src[\\/]client[\\/]features[\\/]forms[\\/](form-beside-ornament|no-referrer|small-form|use-mailed-token)\./;

export default defineConfig(({ isSsrBuild }) => ({
  root: 'src/client',
  publicDir: false,
  // Replaces the breakpoints of `ui/breakpoints.css` by their widths.
  css: { transformer: 'lightningcss', lightningcss: { drafts: { customMedia: true } } },
  plugins: [fonts, react(), ...(isSsrBuild ? [] : [bootstrap, drawIcons, compress])],
  // The build for the server holds all that it needs, as it is built for production whatever its process is.
  ...(isSsrBuild ? { ssr: { noExternal: true as const }, define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  build: {
    outDir: isSsrBuild ? '../../dist/server' : '../../dist/client',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    // Every supported browser preloads modules; the polyfill would only add bytes.
    modulePreload: {
      polyfill: false,
      // Names of files do not compress, and the server names the scripts of the page that it sends. Whoever comes to
      // another one has touched its link before.
      resolveDependencies: (_, files) => files.filter((file) => file.endsWith('.css')),
    },
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Their packages do not say so themselves, and what is not used of them weighs.
      treeshake: { moduleSideEffects: [{ test: /node_modules[\\/](@trpc|@tanstack)[\\/]/, sideEffects: false }] },
      output: {
        // Without the names of screens: every first load carries the list of all files.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        ...(isSsrBuild
          ? {}
          : {
              codeSplitting: {
                groups: [
                  { name: 'core', test: core },
                  { name: 'parts', test: parts },
                  { name: 'choices', test: choices },
                  { name: 'booking', test: booking },
                  { name: 'pictures', test: pictures },
                  { name: 'skeletons', test: skeletons },
                  { name: 'cards', test: cards },
                  { name: 'details', test: details },
                  { name: 'find', test: find },
                  { name: 'browse', test: browse },
                  { name: 'fields', test: fields },
                  { name: 'forms', test: forms },
                  { name: 'mailed', test: mailed },
                ],
              },
            }),
      },
    },
  },
}));
