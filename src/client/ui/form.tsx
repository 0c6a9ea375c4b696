import type { ComponentProps } from 'react';

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  send: () => Promise<unknown>;
}

/** A form that says itself what is wrong with it, and is sent without leaving the page. */
export function Form({ send, ...form }: FormProps) {
  return (
    <form
      noValidate
      {...form}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    />
  );
}
