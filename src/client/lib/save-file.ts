import { useState } from 'react';
import { errorText } from './errors.ts';

const types = { csv: 'text/csv;charset=utf-8', json: 'application/json' };
type FileName = `${string}.${keyof typeof types}`;
/** How long the browser gets to write the file before its text is given up, milliseconds. */
const revokedAfter = 60_000;

/** Lets the browser save a text as a file. */
export function saveFile(name: FileName, text: string): void {
  const type = name.endsWith('.csv') ? types.csv : types.json;
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), revokedAfter);
}

/** Fetches a text and lets the browser save it as a file; `failedText` is said where that fails. */
export function useSaveFile(failedText: string) {
  const [state, setState] = useState<{ is: 'idle' | 'busy' | 'saved' } | { is: 'failed'; failure: string }>({
    is: 'idle',
  });

  async function save(name: FileName, text: () => Promise<string>) {
    setState({ is: 'busy' });
    try {
      saveFile(name, await text());
      setState({ is: 'saved' });
    } catch (error) {
      setState({ is: 'failed', failure: errorText(error, failedText) });
    }
  }
  return {
    save,
    isBusy: state.is === 'busy',
    isSaved: state.is === 'saved',
    failure: state.is === 'failed' && state.failure,
  };
}
