import { useState } from 'react';

/**
 * What is typed into the fields of a form, as it was last asked for until somebody types: the address may change
 * without the form.
 */
export function useTyped<T extends object>(asked: T) {
  const key = JSON.stringify(asked);
  const [typed, setTyped] = useState({ key, values: asked });
  if (typed.key !== key) setTyped({ key, values: asked });
  return {
    typed: typed.values,
    type: (values: Partial<T>) => setTyped({ key, values: { ...typed.values, ...values } }),
  };
}
