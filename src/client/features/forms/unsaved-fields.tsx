import { useEffect, useRef, useState } from 'react';
import { useSession } from '#client/lib/session.ts';
import { rememberTyped, takeTyped, whenTypedGoes } from '#client/lib/unsaved.ts';
import { NotSaved } from './not-saved.tsx';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Stands in a form whose fields the browser looks after: what was changed in them, but passwords and files, when the
 * session expired or the page was loaded again is there once the same person sees the form again. `name` tells it from
 * other forms. `isKept`: the form changes what is kept, and says so while it is not saved.
 */
export function UnsavedFields({ name, isKept = false }: { name: string; isKept?: boolean }) {
  const email = useSession((session) => session.email);
  const place = useRef<HTMLSpanElement>(null);
  const [isDirty, setDirty] = useState(false);
  useEffect(() => {
    if (email === null) return;
    const form = place.current?.closest('form');
    const fields = [...(form?.elements ?? [])].filter(isField);
    const typed = takeTyped(email, name) ?? {};
    for (const field of fields) {
      const value = typed[field.name];
      if (isBox(field)) field.checked = typeof value === 'boolean' ? value : field.checked;
      else if (typeof value === 'string') field.value = value;
    }
    const look = () => setDirty(fields.some(isChanged));
    look();
    form?.addEventListener('input', look);
    const stop = whenTypedGoes(() => {
      const changed = fields.filter(isChanged);
      if (changed.length === 0) return;
      rememberTyped(email, name, Object.fromEntries(changed.map((field) => [field.name, enteredIn(field)])));
    });
    return () => {
      form?.removeEventListener('input', look);
      stop();
    };
  }, [email, name]);
  return (
    <>
      <span ref={place} hidden />
      {isKept && isDirty && <NotSaved />}
    </>
  );
}

function isField(element: Element): element is Field {
  if (element instanceof HTMLInputElement) return element.type !== 'password' && element.type !== 'file';
  return element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;
}

function isBox(field: Field): field is HTMLInputElement {
  return field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio');
}

function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) return field.selectedOptions[0]?.defaultSelected !== true;
  return isBox(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}

function enteredIn(field: Field): string | boolean {
  return isBox(field) ? field.checked : field.value;
}
