import { useEffect, useRef, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { useLocation } from 'react-router';
import { useSession } from '#client/lib/session.ts';
import { hasTyped, rememberTyped, takeTyped, whenTypedGoes } from '#client/lib/unsaved.ts';

type Form<Entry extends FieldValues, Input> = Pick<
  UseFormReturn<Entry, unknown, Input>,
  'formState' | 'getValues' | 'setValue'
>;

/**
 * What was changed in a form when the session expired or the page was loaded again is there on the same page. Whoever
 * logs out leaves it behind.
 */
export function useUnsaved<Entry extends FieldValues, Input>({ formState, getValues, setValue }: Form<Entry, Input>) {
  const { pathname } = useLocation();
  const email = useSession((session) => session.email);
  const changed = useRef<string[]>([]);
  useEffect(() => {
    changed.current = Object.keys(formState.dirtyFields);
  });

  useEffect(() => {
    if (email === null) return;
    for (const [field, value] of Object.entries(takeTyped(email, pathname) ?? {}))
      setValue(field as Path<Entry>, value as PathValue<Entry, Path<Entry>>, { shouldDirty: true });
    return whenTypedGoes(() => {
      const fields = changed.current as Path<Entry>[];
      if (fields.length === 0) return;
      rememberTyped(email, pathname, Object.fromEntries(fields.map((field) => [field, getValues(field)])));
    });
  }, [email, pathname, getValues, setValue]);
}

/** `useState` for what is typed in a dialog, with the same promise; `name` is one of its page. */
export function useUnsavedState<Value>(name: string, initial: Value) {
  const form = `${useLocation().pathname} ${name}`;
  const email = useSession((session) => session.email);
  const [value, setValue] = useState(initial);
  const first = useRef(value);
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });

  useEffect(() => {
    if (email === null) return;
    const typed = takeTyped(email, form);
    if (typed) setValue(typed.value as Value);
    return whenTypedGoes(() => {
      if (latest.current === first.current) return;
      rememberTyped(email, form, { value: latest.current });
    });
  }, [email, form]);
  return [value, setValue] as const;
}

/** Whether what was typed under this name waits to be taken up, so that its form opens by itself. */
export function useHasUnsaved(name: string): boolean {
  const { pathname } = useLocation();
  const email = useSession((session) => session.email);
  return hasTyped(email, `${pathname} ${name}`);
}
