import { create } from 'zustand';

/** The form whose call was lost for lack of a connection, while the page says so (`app/lost-form.tsx`). */
export const useLostForm = create<{ form: HTMLFormElement | undefined }>(() => ({ form: undefined }));

/** Whether the page says that what was sent is lost: a failure's own words would be a second message. */
export const isLossSaid = () => useLostForm.getState().form !== undefined;

let sent: HTMLFormElement | undefined;

/** A form is about to be sent; undefined once it was, and for one that says itself what became of it. */
export function formSent(form: HTMLFormElement | undefined): void {
  sent = form;
  useLostForm.setState({ form: undefined });
}

/** A call got no answer, for lack of a connection. */
export function callLost(): void {
  if (sent?.isConnected) useLostForm.setState({ form: sent });
}
