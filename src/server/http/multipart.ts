import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context, Meta } from '#server/api/procedures.ts';
import { badRequest, invalid, refuseLargeBody } from '#server/errors.ts';
import { requirePicture } from '#server/images/picture-type.ts';
import { addressKey } from '#server/limits/address-key.ts';
import { bodySizes } from '#shared/constants.ts';
import { oneFile } from '#shared/contact-import.ts';
import { bodyKinds } from './body.ts';

/**
 * Of a call with a file: the file, texts such as its caption and what it shows, and room for fields that the call does
 * not know.
 */
const limits = { files: 1, fields: 15, parts: 16, fieldSize: 4_096, fieldNameSize: 100 };
const tooManyParts = /^FST_(FILES|FIELDS|PARTS)_LIMIT$/;

export function takesFiles({ bodies = [] }: Meta): boolean {
  return bodies.includes('multipart');
}

/** Lets a scope read calls with files; in a scope of its own, as the plugin adds work to every request of its scope. */
export async function parseFiles(scope: FastifyInstance): Promise<void> {
  // That of short texts.
  scope.removeContentTypeParser(bodyKinds.multipart.type);
  await scope.register(multipart, { limits });
}

/**
 * Makes a call with the fields of a multipart body, a file as its bytes, after a turn to read it, so that files that
 * wait take no memory, and one of the work. Throws 413 for a file over the call's bound, 415 for no picture where the
 * call takes those alone, 422 for too many parts, 400 for a broken body.
 */
export function callWithFiles<T>(
  request: FastifyRequest,
  meta: Meta,
  ctx: Context,
  call: (fields: object) => Promise<T>,
): Promise<T> {
  const caller = ctx.caller?.id ?? addressKey(ctx.ip);
  const { bodies, uploads, imports } = ctx.deps.limiters;
  // Long work beside the short one of pictures.
  if (meta.anyFile) return imports.run(caller, async () => call(await fieldsOf(request, meta)), ctx.gone);
  const work = async () => {
    const fields = await fieldsOf(request, meta);
    // Before what other fields and the path name, as any wrong type of a body (contract 2).
    if (fields.file instanceof Uint8Array) requirePicture(fields.file);
    return uploads.run(caller, () => call(fields), ctx.gone);
  };
  return bodies.run(caller, work, ctx.gone);
}

async function fieldsOf(
  request: FastifyRequest,
  { bodyLimit = bodySizes.image, anyFile }: Meta,
): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = Object.create(null);
  if (!request.isMultipart()) return fields;
  try {
    for await (const part of request.parts({ limits: { ...limits, fileSize: bodyLimit } })) {
      const value = part.type === 'file' ? await part.toBuffer() : part.value;
      fields[part.fieldname] = part.fieldname in fields ? [fields[part.fieldname], value] : value;
    }
    return fields;
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (code === 'FST_REQ_FILE_TOO_LARGE') return refuseLargeBody(bodyLimit);
    if (tooManyParts.test(code))
      return invalid(['body', 'file'], anyFile ? oneFile : 'Send one picture in the field file.');
    return badRequest();
  }
}
