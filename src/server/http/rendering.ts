import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Context } from '#server/api/procedures.ts';
import type { Deps, EncodedPage } from '#server/deps.ts';
import { problemOf } from '#server/errors.ts';
import { shareOfProfessional, shareOfService } from '#server/features/public-pages/share-queries.ts';
import { ownContent, versionOf } from '#server/images/share-content.ts';
import { halfTheTime } from '#server/limits/half-the-time.ts';
import { inBackground } from '#server/process/background.ts';
import { isPlace, understandPlace } from '#server/search/places.ts';
import { escapeHtml } from '#shared/html.ts';
import { isFramed, type PageName, pageAt, pages } from '#shared/pages.ts';
import type { Profile } from '#shared/professionals.ts';
import { CallRefusal, type Embedded, embeddedId, type ServerEntry, scriptJson } from '#shared/rendering.ts';
import type { ReviewsPage } from '#shared/reviews.ts';
import type { Service } from '#shared/services.ts';
import { prepareCall, procedures, whole } from './call.ts';
import type { ClientFiles } from './client-files.ts';
import { definitionOf } from './definition.ts';
import { encode } from './page-encoding.ts';
import { headOf, type Subject } from './page-head.ts';

/** Who asks first, for the limiters of calls. */
type Asker = Pick<Context, 'ip' | 'requestId'>;

type Rendering = {
  /** The page at a `pageAddress` that is there. Throws what a call was refused with. */
  page(address: string, asker: Asker): Promise<EncodedPage>;
  /** The page that says of a path that nothing is there. */
  missing(path: string): Promise<EncodedPage>;
  /** What the shell at a path shows until its scripts are there. */
  frame(path: string): string;
};

/** One call of a rendering, and what it was answered as JSON text; null where it was refused. */
type Call = { name: string; input: unknown; text: string | null };

const calls = new Map(
  [...procedures]
    .filter(([, procedure]) => {
      const { type, meta } = definitionOf(procedure);
      return type === 'query' && meta?.access === undefined;
    })
    .map(([name]) => [name, prepareCall(name)]),
);

/** The id of nobody and nothing. */
const nobody = '00000000-0000-0000-0000-000000000000';

/** Loads the client's build for the server from `serverRoot`; `files` is that for browsers. */
export async function loadRendering(
  deps: Deps,
  files: ClientFiles,
  serverRoot: string,
  shell: (address: string, head: string, body: string) => string,
): Promise<Rendering> {
  const { renderPage, renderFrame, warmUp } = (await import(
    pathToFileURL(join(serverRoot, 'entry-server.js')).href
  )) as ServerEntry;
  void inBackground(deps.log, 'failed to load the code of pages', warmUp);
  const run = halfTheTime();

  async function ask(asker: Asker, name: string, input: unknown): Promise<string> {
    const call = calls.get(name);
    if (!call) throw new Error(`no public call is named ${name}`);
    const context: Context = {
      ...asker,
      // Others may wait for the same page.
      gone: () => false,
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
      if (status === 404 || status === 409 || status === 422) return new CallRefusal(status, detail);
      // Pages go without the footer's links while these cannot be had.
      if (status === 503 && name === 'professionals.findPages') return '{"pages":[]}';
      throw error;
    }
  }

  async function page(address: string, asker: Asker): Promise<EncodedPage> {
    const made: Call[] = [];
    const answer = async (name: string, input: unknown) => {
      const answered = await answerOf(asker, name, input);
      made.push({ name, input, text: typeof answered === 'string' ? answered : null });
      if (typeof answered !== 'string') throw answered;
      return JSON.parse(answered);
    };
    const { title, html, isWhole, queries } = await renderPage(address, answer, run);
    const subject = await subjectOf(address, title, made, asker);
    return encoded(address, headOf(subject, deps.config) + files.preloads(subject.name), html, { isWhole, queries });
  }

  function encoded(address: string, head: string, html: string, embedded: Embedded): Promise<EncodedPage> {
    const data = `<script type="application/json" id="${embeddedId}">${scriptJson(embedded)}</script>`;
    return encode(shell(address, head, `<div id="root">${html}</div>${data}`));
  }

  async function subjectOf(address: string, title: string, made: Call[], asker: Asker): Promise<Subject> {
    const { pathname, searchParams } = new URL(address, 'http://localhost');
    const found = pageAt(pathname);
    if (!found) throw new Error(`no page is at ${pathname}`);
    const answer = (name: string): unknown => JSON.parse(made.find((call) => call.name === name)?.text ?? 'null');
    const shown = answer('professionals.byId') ?? answer('professionals.byHandle');
    const professional = (shown as Profile | null) ?? undefined;
    const one = await serviceOf(found.params.serviceId, asker);
    const all = answer('services.ofProfessional') as Service[] | null;
    const reviewed = answer('reviews.ofProfessional') as ReviewsPage | null;
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
      reviews: reviewed?.results ?? [],
      locality,
      picture: versionOf(content ?? ownContent),
    };
  }

  /** The path's service, of the several that a picker may be about. */
  async function serviceOf(id: string | undefined, asker: Asker): Promise<Service | undefined> {
    const answered = id === undefined ? undefined : await answerOf(asker, 'services.byId', { id });
    return typeof answered === 'string' ? JSON.parse(answered) : undefined;
  }

  /** Without a place that nobody knows, which no address that search engines keep has. */
  async function knownOf(query: URLSearchParams): Promise<URLSearchParams> {
    const known = new URLSearchParams(query);
    const location = query.get('location');
    if (location !== null && !isPlace(await deps.gazetteer(), location)) known.delete('location');
    return known;
  }

  const frames = new Map<PageName | undefined, string>();
  const missing = new Map<PageName | undefined, Promise<EncodedPage>>();

  /** All that are not there of one kind say the same. */
  async function renderMissing(name: PageName | undefined): Promise<EncodedPage> {
    const address = name ? pages[name].path.replace(/:\w+\?/g, nobody) : '/404';
    const { title, html } = await renderPage(address, () => Promise.reject(new CallRefusal(404, 'Not found')), run);
    const head = `<title>${escapeHtml(title)}</title><meta name="robots" content="noindex">${files.preloads(name)}`;
    return encoded(address, head, html, { isWhole: false, queries: {} });
  }

  return {
    page,
    missing(path) {
      const name = pageAt(path)?.name;
      const made = missing.get(name) ?? renderMissing(name);
      missing.set(name, made);
      // What failed is tried again by the next one who asks.
      made.catch(() => missing.delete(name));
      return made;
    },
    frame(path) {
      if (isFramed(path)) return '';
      const name = pageAt(path)?.name;
      const made = frames.get(name) ?? renderFrame(path);
      frames.set(name, made);
      return made;
    },
  };
}

/** Whether the server renders the page at a path. */
export function isRendered(path: string): boolean {
  const found = pageAt(path);
  return found !== undefined && pages[found.name].rendering === 'server';
}
