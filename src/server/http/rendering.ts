import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Context } from '#server/api/procedures.ts';
import type { Deps } from '#server/deps.ts';
import { problemOf } from '#server/errors.ts';
import { type Look, lookForChanges, readNotices } from '#server/features/public-pages/change-queries.ts';
import { shareOfProfessional, shareOfService } from '#server/features/public-pages/share-queries.ts';
import { ownContent, versionOf } from '#server/images/share-content.ts';
import { halfTheTime } from '#server/limits/half-the-time.ts';
import { inBackground } from '#server/process/background.ts';
import { isPlace, understandPlace } from '#server/search/places.ts';
import { notFoundTitle, type PageName, pageAt, pages } from '#shared/pages.ts';
import type { Profile } from '#shared/professionals.ts';
import { CallRefusal, type Embedded, embeddedId, type ServerEntry, scriptJson } from '#shared/rendering.ts';
import type { Service } from '#shared/services.ts';
import { prepareCall, procedures, whole } from './call.ts';
import type { ClientFiles } from './client-files.ts';
import { definitionOf } from './definition.ts';
import { type Basis, basisOf, type Call, endOf, longest } from './page-basis.ts';
import { PageCache } from './page-cache.ts';
import { headOf, type Subject } from './page-head.ts';

/** A rendered page. */
type Page = { html: string; etag: string };

/** A page with what it was made of. Instants are epoch milliseconds, by the database's clock unless said. */
type Rendered = Page & {
  calls: Call[];
  basis: Basis | undefined;
  /** When it was made, or seen to be as it would be made. */
  moment: Moment;
  until: number;
  /** When nothing in it had changed yet, by this process's clock. */
  seenAt: number;
};

/** A state of all that pages are made of. */
type Moment = Pick<Look, 'now' | 'next'> & {
  /** What this process knows in memory: the version of its listings, and the footer's links. */
  listings: number;
  footer: unknown;
};

/** Who asks, for the limiters of calls. */
type Asker = Pick<Context, 'ip' | 'requestId' | 'gone'>;

export type Rendering = {
  /** The page in the cache, if nothing that it shows has changed. */
  unchanged(address: string): Promise<Page | undefined>;
  /** The page at an address that is there. Throws what a call was refused with. */
  page(address: string, asker: Asker): Promise<Page>;
  /** The page of what is not there. */
  missing(): Promise<Page>;
  /** A page that was right within a minute, for while the database is away. */
  recent(address: string): Page | undefined;
};

/** Pages in the cache, and their size together, UTF-16 units. */
const mostPages = 1_000;
const mostUnits = 32 * 1024 * 1024;

const calls = new Map(
  [...procedures]
    .filter(([, procedure]) => {
      const { type, meta } = definitionOf(procedure);
      return type === 'query' && meta?.access === undefined;
    })
    .map(([name, procedure]) => [name, prepareCall(name, procedure)]),
);

/** The screens of rendered pages, whose code and style the page names. */
const screens: Partial<Record<PageName, string>> = {
  home: 'landing',
  browseServices: 'browse-services',
  browseProfessionals: 'browse-professionals',
  publicProfessional: 'public-professional-page',
  serviceDetails: 'service-details',
  pickBookingTime: 'pick-booking-time',
  termsOfUse: 'terms-of-use',
  privacyPolicy: 'privacy-policy',
  waitlistSignup: 'waitlist-signup',
  find: 'find',
};
const footer = 'app/site-footer.tsx';
/** Parts of pages that are code of their own, whose style the page has to have from the start. */
const parts: Partial<Record<PageName, readonly string[]>> = {
  home: ['features/landing/free-cards.tsx', footer],
  find: [footer],
  termsOfUse: [footer],
  privacyPolicy: [footer],
};

/** Loads the client's build for the server from `serverRoot`; `files` is that for browsers. */
export async function loadRendering(
  deps: Deps,
  files: ClientFiles,
  serverRoot: string,
  shell: (address: string, head: string, body: string) => string,
): Promise<Rendering> {
  const { renderPage, warmUp } = (await import(pathToFileURL(join(serverRoot, 'entry-server.js')).href)) as ServerEntry;
  void inBackground(deps.log, 'failed to load the code of pages', warmUp);
  const cache = new PageCache<Rendered>(mostPages, mostUnits);
  const run = halfTheTime();

  /** Read before anything that a page is made of; undefined while the database is away. */
  async function readMoment(): Promise<Moment | undefined> {
    const listings = deps.search.listingsVersion();
    try {
      const [footer, { now, next }] = await Promise.all([deps.footerFinds(), lookForChanges(deps.db)]);
      return { now, next, listings, footer };
    } catch (error) {
      if (problemOf(error).status === 503) return undefined;
      throw error;
    }
  }

  async function ask(asker: Asker, name: string, input: unknown): Promise<string> {
    const call = calls.get(name);
    if (!call) throw new Error(`no public call is named ${name}`);
    const context: Context = {
      ...asker,
      deps,
      db: deps.db,
      caller: null,
      header: () => undefined,
      setHeader: () => {},
      setStatus: () => {},
    };
    return (await whole(await call(context, input))) ?? 'null';
  }

  /** What a call is answered, or that it is refused for what the address asks for. */
  async function answerOf(asker: Asker, name: string, input: unknown): Promise<string | CallRefusal> {
    try {
      // Composed, as the client composes all answers.
      return (await ask(asker, name, input)).normalize();
    } catch (error) {
      const { status, detail } = problemOf(error);
      if (status === 404 || status === 422) return new CallRefusal(status, detail);
      throw error;
    }
  }

  async function isCurrent({ calls: made }: Rendered, asker: Asker): Promise<boolean> {
    const answers = await Promise.all(made.map(({ name, input }) => answerOf(asker, name, input)));
    return answers.every((answer, index) => textOf(answer) === made[index]?.text);
  }

  /** Without the database only pages that need none, whose footer has no links then. */
  async function render(address: string, asker: Asker, moment: Moment | undefined): Promise<Rendered | Page> {
    const made: Call[] = [];
    const answer = async (name: string, input: unknown) => {
      if (!moment && name === 'professionals.findPages') return { pages: [] };
      const answered = await answerOf(asker, name, input);
      made.push({ name, input, text: textOf(answered) });
      if (typeof answered !== 'string') throw answered;
      return JSON.parse(answered);
    };
    const page = await renderPage(address, answer, run);
    const subject = await subjectOf(address, page.title, made);
    const head = subject ? headOf(subject, deps.config) + filesOf(subject.name) : '';
    const finished = finish(address, head, page.html, { isWhole: page.isWhole, queries: page.queries });
    if (!moment) return finished;
    const basis = basisOf(made);
    const until = basis
      ? endOf(basis, moment.now, await readNotices(deps.db, [...basis.starts.keys()]))
      : moment.now + longest;
    return { ...finished, calls: made, basis, moment, until, seenAt: Date.now() };
  }

  function finish(address: string, head: string, html: string, embedded: Embedded): Page {
    const data = `<script type="application/json" id="${embeddedId}">${scriptJson(embedded)}</script>`;
    const text = shell(address, head, `<div id="root">${html}</div>${data}`);
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
    return { html: text, etag };
  }

  async function subjectOf(address: string, title: string, made: Call[]): Promise<Subject | undefined> {
    const { pathname, searchParams } = new URL(address, 'http://localhost');
    const found = pageAt(pathname);
    if (!found) return undefined;
    const answer = (name: string): unknown => JSON.parse(made.find((call) => call.name === name)?.text ?? 'null');
    const professional = (answer('professionals.byId') as Profile | null) ?? undefined;
    const one = answer('services.byId') as Service | null;
    const all = answer('services.ofProfessional') as Service[] | null;
    const { db } = deps;
    const content =
      found.name === 'publicProfessional' && professional
        ? await shareOfProfessional(db, professional.id)
        : one && (await shareOfService(db, one.id));
    const place = professional?.location ?? one?.professional.location;
    const locality =
      place === undefined ? undefined : understandPlace(await deps.gazetteer(), place, professional?.time_zone);
    return {
      ...found,
      query: await knownOf(searchParams),
      title,
      ...(professional ? { professional } : {}),
      services: one ? [one] : (all ?? []),
      locality,
      picture: versionOf(content ?? ownContent),
    };
  }

  /** Without a place that nobody knows, which no address that search engines keep has. */
  async function knownOf(query: URLSearchParams): Promise<URLSearchParams> {
    const known = new URLSearchParams(query);
    const location = query.get('location');
    if (location !== null && !isPlace(await deps.gazetteer(), location)) known.delete('location');
    return known;
  }

  /**
   * The style of a page, which is painted without waiting for another file, and the script that has its code fetched
   * then. It is told the style sheets, too, or the client would ask for them before a screen is shown.
   */
  function filesOf(name?: PageName): string {
    const screen = name ? screens[name] : 'not-found';
    const needed = ['index.html', `routes/${screen}.tsx`, ...((name && parts[name]) ?? [])].map(files.of);
    const styles = new Set(needed.flatMap((one) => [...one.styles]));
    const scripts = new Set(needed.slice(0, 2).flatMap((one) => [...one.scripts]));
    const [bootstrap] = files.of('bootstrap.ts').scripts;
    const named = (all: Set<string>) => [...all].map((file) => `/${file}`).join(' ');
    return (
      `<style>${[...styles].map(files.styleOf).join('')}</style>` +
      `<script type="module" async src="/${bootstrap}" data-code="${named(scripts)}" ` +
      `data-styles="${named(styles)}"></script>`
    );
  }

  let missing: Promise<Page> | undefined;
  return {
    async unchanged(address) {
      const known = cache.get(address);
      if (!known?.basis) return undefined;
      const { basis, moment } = known;
      if (basis.isSearched && moment.listings !== deps.search.listingsVersion()) return undefined;
      if (basis.hasFooter && moment.footer !== (await deps.footerFinds().catch(() => undefined))) return undefined;
      const needsDatabase = basis.everybody || basis.subjects.length > 0;
      const look = await lookForChanges(deps.db, basis, moment.next).catch((error: unknown) => {
        if (needsDatabase) throw error;
      });
      if (!look || look.changed || look.now >= known.until) return undefined;
      known.seenAt = Date.now();
      return known;
    },
    async page(address, asker) {
      const known = cache.get(address);
      const moment = await readMoment();
      // Most changes are of something else: then the same page goes on.
      if (known && moment && moment.now < known.until && (await isCurrent(known, asker)))
        return Object.assign(known, { moment, seenAt: Date.now() });
      const rendered = await render(address, asker, moment);
      if (!('moment' in rendered)) return rendered;
      // One that looks the same is compressed already.
      if (known?.etag === rendered.etag) return Object.assign(known, rendered);
      cache.set(address, rendered);
      return rendered;
    },
    missing() {
      // What failed is tried again by the next one who asks.
      missing ??= (async () => {
        const { html } = await renderPage('/404', () => Promise.reject(new CallRefusal(404, 'Not found')), run);
        const head = `<title>${notFoundTitle} · Saluni</title><meta name="robots" content="noindex">${filesOf()}`;
        return finish('/404', head, html, { isWhole: false, queries: {} });
      })().catch((error: unknown) => {
        missing = undefined;
        throw error;
      });
      return missing;
    },
    recent(address) {
      const known = cache.get(address);
      return known && Date.now() - known.seenAt < longest ? known : undefined;
    },
  };
}

function textOf(answer: string | CallRefusal): string | null {
  return typeof answer === 'string' ? answer : null;
}

/** Whether the server renders the page at a path. */
export function isRendered(path: string): boolean {
  const found = pageAt(path);
  return found !== undefined && pages[found.name].rendering === 'server';
}
