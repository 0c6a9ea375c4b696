import { useEffect, useRef, useState } from 'react';

type Problems = Record<string, string>;

/**
 * What is wrong with the fields of `form`, by field. `show` also moves the focus to the first of them, in a group with
 * `data-invalid` to its first button; `clear` is for fields that are edited.
 */
export function useProblems<Form extends HTMLElement>() {
  const [problems, setProblems] = useState<Problems>({});
  const form = useRef<Form>(null);
  const areNew = useRef(false);
  useEffect(() => {
    if (!areNew.current) return;
    areNew.current = false;
    const first = '[aria-invalid="true"], [data-invalid] button';
    if (Object.keys(problems).length > 0) form.current?.querySelector<HTMLElement>(first)?.focus();
  }, [problems]);

  function show(found: Problems) {
    areNew.current = true;
    setProblems(found);
  }
  function clear(...fields: string[]) {
    setProblems((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !fields.includes(field))));
  }
  return { form, problems, show, clear };
}
