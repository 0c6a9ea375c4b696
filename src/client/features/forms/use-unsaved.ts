import { useEffect, useRef, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { useLocation } from 'react-router';
import { useSession } from '#client/lib/session.ts';
import { hasTyped, rememberTyped, takeTyped, whenTypedGoes } from '#client/lib/unsaved.ts';

type Form<Entry extends FieldValues, Input> = Pick<
  UseFormReturn<Entry, unknown, Input>,
  'formState' | 'getValues' | 'setValue'
>;

/** Beside the fields that were typed: what was kept of them then. */
const keptThen = 'kept then';

/**
 * What was changed in a form when the session expired or the page was loaded again is there on the same page. Whoever
 * logs out leaves it behind. Returns whether what is kept became another thing meanwhile.
 */
export function useUnsaved<Entry extends FieldValues, Input>({ formState, getValues, setValue }: Form<Entry, Input>) {
  const { pathname } = useLocation();
  const email = useSession((session) => session.email);
  const changed = useRef<string[]>([]);
  const first = useRef<Record<string, unknown>>(formState.defaultValues ?? {});
  const [isOld, setOld] = useState(false);
  useEffect(() => {
    changed.current = Object.keys(formState.dirtyFields);
  });

  useEffect(() => {
    if (email === null) return;
    const { [keptThen]: kept = {}, ...typed } = takeTyped(email, pathname) ?? {};
    for (const [field, value] of Object.entries(typed))
      setValue(field as Path<Entry>, value as PathValue<Entry, Path<Entry>>, { shouldDirty: true });
    const then = { ...first.current, ...(kept as Record<string, unknown>) };
    if (Object.keys(typed).some((field) => !isSame(then[field], first.current[field]))) setOld(true);
    return whenTypedGoes(() => {
      const fields = changed.current as Path<Entry>[];
      if (fields.length === 0) return;
      const entered = Object.fromEntries(fields.map((field) => [field, getValues(field)]));
      const kept = Object.fromEntries(fields.map((field) => [field, then[field]]));
      rememberTyped(email, pathname, { ...entered, [keptThen]: kept });
    });
  }, [email, pathname, getValues, setValue]);
  return isOld;
}

/** Of values that JSON can say. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * `useState` for what is typed in a dialog, with the same promise; `name` is one of its page. The third is whether
 * `kept`, which `initial` stands for, became another thing since it was typed.
 */
export function useUnsavedState<Value>(name: string, initial: Value, kept: unknown = initial) {
  const form = `${useLocation().pathname} ${name}`;
  const email = useSession((session) => session.email);
  const [value, setValue] = useState(initial);
  const [then, setThen] = useState(kept);
  const first = useRef(value);
  const latest = useRef({ value, then });
  useEffect(() => {
    latest.current = { value, then };
    if (isSame(value, initial) && !isSame(then, kept)) setThen(kept);
  });

  useEffect(() => {
    if (email === null) return;
    const typed = takeTyped(email, form);
    if (typed) {
      setValue(typed.value as Value);
      setThen(typed[keptThen]);
    }
    return whenTypedGoes(() => {
      const { value, then } = latest.current;
      if (value === first.current) return;
      rememberTyped(email, form, { value, [keptThen]: then });
    });
  }, [email, form]);
  return [value, setValue, !isSame(then, kept)] as const;
}

/** Whether what was typed under this name waits to be taken up, so that its form opens by itself. */
export function useHasUnsaved(name: string): boolean {
  const { pathname } = useLocation();
  const email = useSession((session) => session.email);
  return hasTyped(email, `${pathname} ${name}`);
}
