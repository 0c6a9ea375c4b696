import type { AnyTRPCProcedure } from '@trpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptionsWithHandler } from 'fastify';
import { type Context, type Meta, requireAccess, trpcError } from '#server/api/procedures.ts';
import { badRequest, problemOf } from '#server/errors.ts';
import { bodyOf, checkBody, parseBodies } from './body.ts';
import { procedures as all, prepareCall, whole } from './call.ts';
import type { ContextOf } from './context.ts';
import { definitionOf, metaOf } from './definition.ts';
import { callWithFiles, parseFiles, takesFiles } from './multipart.ts';
import { isAbandoned, methodNotAllowed, notFoundError } from './problems.ts';
import { sendJson } from './send-json.ts';

/** Most calls in one batch (reliability A5). */
const maxBatchSize = 10;
const reading = ['GET', 'HEAD'];
const procedures = new Map([...all].filter(([, procedure]) => !metaOf(procedure).onlyRest));
const calls = new Map([...procedures.keys()].map((name) => [name, prepareCall(name)]));

/** `meta` is that of a call that succeeded. */
type Answer = { status: number; text: string; meta?: Meta; headers?: Record<string, string> | undefined };

/** The names that a request calls: several are a batch. */
function namesOf(request: FastifyRequest): { names: string[]; batch: boolean } {
  // A call with files has an address of its own.
  const { path = request.routeOptions.url?.split('/').at(-1) ?? '' } = request.params as { path?: string };
  const batch = (request.query as { batch?: unknown }).batch === '1';
  return { names: batch ? path.split(',') : [path], batch };
}

/** How many calls a request makes, for the limit on requests. */
export function callsOf(request: FastifyRequest): number {
  return Math.min(namesOf(request).names.length, maxBatchSize);
}

/** Methods that a procedure is called with; undefined stands for a batch or an unknown name. */
function methodsOf(procedure: AnyTRPCProcedure | undefined): string[] {
  if (!procedure) return [...reading, 'POST'];
  return definitionOf(procedure).type === 'query' ? reading : ['POST'];
}

/**
 * Mounts every procedure at `/trpc/NAME`, single calls and batches, in the format of tRPC's links (no streams, no
 * transformer). A single call is checked before its body is read, as on REST; the calls of a batch are checked one by
 * one, and each has its own answer.
 */
export function mountTrpc(scope: FastifyInstance, contextOf: ContextOf): void {
  parseBodies(scope);
  const options: RouteShorthandOptionsWithHandler = {
    onRequest: async (request, reply) => {
      const { names, batch } = namesOf(request);
      const procedure = batch ? undefined : procedures.get(names[0] ?? '');
      const allowed = methodsOf(procedure);
      if (!allowed.includes(request.method)) {
        reply.header('allow', allowed.join(', '));
        throw methodNotAllowed();
      }
      if (names.length > maxBatchSize) badRequest(`A batch holds at most ${maxBatchSize} calls.`);
      if (!batch && !procedure) throw notFoundError();
      if (procedure) requireAccess(request.caller, metaOf(procedure).access);
      if (request.method === 'POST')
        checkBody(request, procedure && takesFiles(metaOf(procedure)) ? metaOf(procedure) : {});
    },
    handler: async (request, reply) => {
      if (request.method === 'HEAD') return reply.status(204).send();
      const { names, batch } = namesOf(request);
      const answers: Answer[] = [];
      // One after another, because a request holds one connection (reliability O3).
      for (const [index, name] of names.entries()) {
        answers.push(await answerOf(name, batch ? index : undefined, request, contextOf(request, reply)));
      }
      const [first] = answers;
      if (!batch && first?.meta) return sendJson(request, reply.status(200), first.meta, first.text);
      if (!batch && first) return send(reply, first);
      const statuses = new Set(answers.map(({ status }) => status));
      return send(reply, {
        status: statuses.size === 1 && first ? first.status : 207,
        text: `[${answers.map(({ text }) => text).join()}]`,
        headers: Object.assign({}, ...answers.map(({ headers }) => headers)),
      });
    },
  };
  scope.all('/trpc/:path', options);
  scope.register(async (files) => {
    await parseFiles(files);
    for (const [name, procedure] of procedures) if (takesFiles(metaOf(procedure))) files.post(`/trpc/${name}`, options);
  });
}

function send(reply: FastifyReply, { status, text, headers }: Answer): FastifyReply {
  if (headers) reply.headers(headers);
  return reply.status(status).type('application/json; charset=utf-8').send(text);
}

/** Makes one call; `index` is its position in a batch. */
async function answerOf(
  name: string,
  index: number | undefined,
  request: FastifyRequest,
  ctx: Context,
): Promise<Answer> {
  try {
    const procedure = procedures.get(name);
    if (!procedure) throw notFoundError();
    if (!methodsOf(procedure).includes(request.method)) throw methodNotAllowed();
    const meta = metaOf(procedure);
    if (meta.batch === false && namesOf(request).names.length > 1) badRequest('This call cannot be part of a batch.');
    requireAccess(ctx.caller, meta.access);
    const call = async (input: unknown) => whole(await calls.get(name)?.(ctx, input));
    const data = await (takesFiles(meta) && index === undefined
      ? callWithFiles(request, meta, ctx, async (fields) => call(fields))
      : call(inputOf(request, index)));
    return { status: 200, meta, text: data === undefined ? '{"result":{}}' : `{"result":{"data":${data}}}` };
  } catch (error) {
    const problem = problemOf(error);
    if (problem.status >= 500 && !isAbandoned(problem.status, request))
      ctx.deps.failed(error, problem.status, { reqId: request.id, call: name });
    return { status: problem.status, text: JSON.stringify(trpcError(problem, name)), headers: problem.headers };
  }
}

/** The input of a call, which is at `index` in a batch's. Throws 400 when it is not JSON. */
function inputOf(request: FastifyRequest, index: number | undefined): unknown {
  const given = request.method === 'POST' ? bodyOf(request) : queryInputOf(request);
  if (index === undefined || given === undefined) return given;
  return typeof given === 'object' && given !== null && !Array.isArray(given)
    ? (given as Record<number, unknown>)[index]
    : badRequest();
}

function queryInputOf(request: FastifyRequest): unknown {
  const [text] = [(request.query as { input?: string | string[] }).input].flat();
  if (text === undefined || text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return badRequest();
  }
}
