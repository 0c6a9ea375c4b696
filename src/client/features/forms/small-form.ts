import { type FormEvent, useRef, useState } from 'react';
import { useFocusBack } from '#client/ui/use-focus-back.ts';
import { isCode } from '#shared/rules/one-time-code.ts';

type Values<Field extends string> = Record<Field, string>;
type Problems<Field extends string> = Partial<Record<Field, string | undefined>>;
type Send<Field extends string> = (values: Values<Field>) => Promise<Problems<Field> | undefined>;

/** Moves the focus to a field with a problem. A whole code is selected, so that it is kept and typing replaces it. */
export function focusField(form: HTMLFormElement | null, name: string) {
  const control = form?.elements.namedItem(name);
  if (!(control instanceof HTMLElement)) return;
  control.focus();
  if (control instanceof HTMLInputElement && control.autocomplete === 'one-time-code' && isCode(control.value))
    control.select();
}

/**
 * A form of a few text fields, named as in `checks`, for public pages, where a form library would be the largest part.
 * `send` returns the server's messages by field and must not throw; `submit` sends some of the fields in another way.
 */
export function useSmallForm<Field extends string>(
  checks: Record<Field, (value: string) => string | undefined>,
  send: Send<Field>,
) {
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<Problems<Field>>({});
  const [isBusy, setBusy] = useState(false);
  const fields = Object.keys(checks) as Field[];
  useFocusBack(isBusy);

  function values() {
    const given = new FormData(form.current ?? undefined);
    return Object.fromEntries(fields.map((field) => [field, String(given.get(field) ?? '')])) as Values<Field>;
  }

  function show(found: Problems<Field>) {
    setProblems(found);
    const first = fields.find((field) => found[field] !== undefined);
    if (first) focusField(form.current, first);
    return first !== undefined;
  }

  async function submit(part: readonly Field[], sendPart: Send<Field>) {
    const given = values();
    const found = part.map((field) => [field, checks[field](given[field])]);
    if (isBusy || show(Object.fromEntries(found) as Problems<Field>)) return;
    setBusy(true);
    const refused = await sendPart(given);
    setBusy(false);
    if (refused) show(refused);
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void submit(fields, send);
  }

  function onChange() {
    const given = values();
    setProblems((before) => {
      const left = fields.filter((field) => before[field] !== undefined);
      return Object.fromEntries(left.map((field) => [field, checks[field](given[field])])) as Problems<Field>;
    });
  }

  return { form: { ref: form, onSubmit, onChange, noValidate: true }, problems, isBusy, values, submit };
}
