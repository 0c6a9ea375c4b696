import { useRef, useState } from 'react';
import { errorText, statusOf } from '#client/lib/errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { lighterFile } from './lighter-file.ts';

/** A file that is not stored yet; with a failure, until it is tried again or left out. */
export interface Upload {
  key: number;
  file: File;
  failure?: string;
}

const failed = "It couldn't be uploaded.";

/**
 * Sends pictures of work one after the other. What fails stays in `uploads` with its reason; without room for more the
 * rest fail unsent.
 */
export function useUploads(onAdded: () => void) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  /** How many of this round are stored, and how many it has; undefined while nothing is sent. */
  const [progress, setProgress] = useState<{ done: number; all: number }>();
  const waiting = useRef<Upload[]>([]);
  const isSending = useRef(false);
  const count = useRef(0);
  const add = trpc.pictures.add.useMutation();

  async function send({ key, file }: Upload) {
    const form = new FormData();
    form.append('kind', 'work');
    form.append('file', await lighterFile(file));
    try {
      await add.mutateAsync(form);
      setUploads((before) => before.filter((one) => one.key !== key));
      onAdded();
    } catch (error) {
      console.error(`Failed to upload ${file.name}.`, error);
      const failure = errorText(error, failed);
      const hopeless = statusOf(error) === 409 ? waiting.current.splice(0).map((one) => one.key) : [];
      setUploads((before) =>
        before.map((one) => (one.key === key || hopeless.includes(one.key) ? { ...one, failure } : one)),
      );
    }
  }

  async function run() {
    if (isSending.current) return;
    isSending.current = true;
    for (let next = waiting.current.shift(), done = 0; next; next = waiting.current.shift(), done++) {
      setProgress({ done, all: done + 1 + waiting.current.length });
      await send(next);
    }
    isSending.current = false;
    setProgress(undefined);
  }

  function start(files: readonly File[]) {
    const added = files.map((file) => ({ key: count.current++, file }));
    waiting.current.push(...added);
    setUploads((before) => [...before, ...added]);
    void run();
  }

  return {
    uploads,
    progress,
    start,
    again({ key, file }: Upload) {
      setUploads((before) => before.filter((one) => one.key !== key));
      start([file]);
    },
    leaveOut: ({ key }: Upload) => setUploads((before) => before.filter((one) => one.key !== key)),
  };
}
