import { useEffect, useRef } from 'react';
import { useSession } from '#client/lib/session.ts';
import { rememberTyped, takeTyped, whenTypedGoes } from '#client/lib/unsaved.ts';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Stands in a form whose fields the browser looks after: what was changed in them, but passwords and files, when the
 * session expired or the page was loaded again is there once the same person sees the form again. `name` tells it from other forms.
 */
export function UnsavedFields({ name }: { name: string }) {
  const email = useSession((session) => session.email);
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (email === null) return;
    const fields = [...(place.current?.closest('form')?.elements ?? [])].filter(isField);
    const typed = takeTyped(email, name) ?? {};
    for (const field of fields) {
      const value = typed[field.name];
      if (isBox(field)) field.checked = typeof value === 'boolean' ? value : field.checked;
      else if (typeof value === 'string') field.value = value;
    }
    return whenTypedGoes(() => {
      const changed = fields.filter(isChanged);
      if (changed.length === 0) return;
      rememberTyped(email, name, Object.fromEntries(changed.map((field) => [field.name, enteredIn(field)])));
    });
  }, [email, name]);
  return <span ref={place} hidden />;
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
