import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problemOf } from '#server/errors.ts';
import { pageAt, pages } from '#shared/pages.ts';
import { answerProblem, logFailure, methodNotAllowed, notFoundError, pathOf } from './problems.ts';
import type { Web } from './web.ts';

/** Answers a request that matches no route and no file: a page, 404, or 405 with `Allow`. */
export type AnswerUnknown = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Answers what an address names and is not there: the page that says so where `Accept` names one, else JSON. */
export function missing(web: Web | undefined): AnswerUnknown {
  return async (request, reply) =>
    web && namesHtml((request.headers.accept ?? '').toLowerCase())
      ? web.page(request, reply)
      : answerProblem(notFoundError(), request, reply);
}

/** Matches the paths of a route. */
export function patternOf(url: string): RegExp {
  return new RegExp(`^${url.replace(/[.+?()[\]]/g, '\\$&').replace(/:\w+/g, '[^/]+')}/?$`);
}

/**
 * Collects the routes mounted from now on that `answer` does not answer. Returns a function that gives a path's
 * methods, for 405 and `Allow`; undefined for an unknown path.
 */
function collectMethods(app: FastifyInstance, answer: AnswerUnknown): (path: string) => string[] | undefined {
  const known = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method, handler }) => {
    if (url.includes('*') || handler === answer) return;
    const entry = known.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    for (const one of [method].flat()) entry.methods.add(one);
    known.set(url, entry);
  });
  return (path) => {
    const matching = [...known].filter(([, { pattern }]) => pattern.test(path));
    // `/services/my` also matches `/services/{id}`, whose methods it has not.
    const own = matching.filter(([url]) => !url.includes(':'));
    const methods = (own.length > 0 ? own : matching).flatMap(([, one]) => [...one.methods]);
    return methods.length > 0 ? [...new Set(methods)].sort() : undefined;
  };
}

/** Whether `Accept` names `text/html` itself; `*∕*` does not ask for a page. */
function namesHtml(accept: string): boolean {
  return accept.includes('text/html');
}

function namesJson(accept: string): boolean {
  return /application\/([\w.+-]+\+)?json/.test(accept);
}

/**
 * Knows the routes mounted from now on. `limit` refuses an address with too many requests; a page counts by its `rate`,
 * and its answer gets the headers of its address.
 */
export function unknownPaths(
  app: FastifyInstance,
  limit: (request: FastifyRequest, calls: number) => Promise<void>,
  setHeaders: (reply: FastifyReply, address: string) => void,
  web?: Web,
): AnswerUnknown {
  const methodsOf = collectMethods(app, answer);
  return answer;

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const path = pathOf(request);
    const page = web && pageAt(path);
    const accept = (request.headers.accept ?? '').toLowerCase();
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const asksPage = isRead && (namesHtml(accept) || (page && !namesJson(accept)));
    if (asksPage) setHeaders(reply, request.url);
    try {
      await limit(request, page ? pages[page.name].rate : 1);
    } catch (error) {
      return asksPage ? refusalPage(error, request, reply, web) : answerProblem(error, request, reply);
    }
    if (isRead) {
      if (web && asksPage) return web.page(request, reply);
      return answerProblem(notFoundError(), request, reply);
    }
    const methods = new Set([...(page ? ['GET', 'HEAD'] : []), ...(methodsOf(path) ?? [])]);
    // A known method is here for what stands in its path: it cannot be decoded, or is too long.
    const isOther = methods.size > 0 && !methods.has(request.method);
    if (isOther) reply.header('allow', [...methods].join(', '));
    return answerProblem(isOther ? methodNotAllowed() : notFoundError(), request, reply);
  }
}

/** The page of a browser that is refused: the product's own page would make further requests. */
function refusalPage(error: unknown, request: FastifyRequest, reply: FastifyReply, web?: Web): FastifyReply {
  const problem = problemOf(error);
  logFailure(error, problem, request);
  const { status, detail, headers } = problem;
  if (web?.refusal) return web.refusal(request, reply.headers({ ...headers }), status, String(detail));
  return reply
    .status(status)
    .headers({ 'cache-control': 'no-store', ...headers })
    .type('text/html; charset=utf-8')
    .send(
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" ' +
        'content="width=device-width, initial-scale=1"><title>Saluni</title></head><body>' +
        `<h1>${detail}</h1></body></html>`,
    );
}
