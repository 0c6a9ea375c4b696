import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { chosenLine } from '#client/features/booking/choose/lines.ts';
import { ServiceOptions } from '#client/features/booking/choose/service-options.tsx';
import formStyles from '#client/features/forms/form.module.css';
import { useUnsavedState } from '#client/features/forms/use-unsaved.ts';
import { errorText } from '#client/lib/errors.ts';
import { fieldErrors } from '#client/lib/form-errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { useAttempt } from '#client/lib/use-attempt.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Failure, FormMessage } from '#client/ui/message.tsx';
import { notify } from '#client/ui/notify.ts';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { NumberField, SelectField, TextArea } from '#client/ui/text-field.tsx';
import { useProblems } from '#client/ui/use-problems.ts';
import { lengths, limits, quoteBounds, serviceBounds } from '#shared/constants.ts';
import { quoteInput } from '#shared/quotes.ts';
import type { Service } from '#shared/services.ts';
import { addMessage } from './use-messages.ts';

interface SendQuoteProps {
  threadId: string;
  /** Whom it goes to. */
  to: string;
  close: () => void;
}

/** A price and a length for one client, whatever the menu says. */
export function SendQuote({ threadId, to, close }: SendQuoteProps) {
  const { data: services, error, refetch } = trpc.services.mine.useQuery({ limit: serviceBounds.limit });
  const [isBusy, setBusy] = useState(false);
  return (
    <Dialog
      sheet
      busy={isBusy}
      close={close}
      title="Send a quote"
      description={`Only ${to} can book it, within 7 days.`}
    >
      {services ? (
        <QuoteForm threadId={threadId} services={services} isBusy={isBusy} setBusy={setBusy} close={close} />
      ) : error ? (
        <Failure text="Failed to load your services." retry={refetch} />
      ) : (
        <Skeleton height="240px" />
      )}
    </Dialog>
  );
}

interface QuoteFormProps extends Pick<SendQuoteProps, 'threadId' | 'close'> {
  services: readonly Service[];
  isBusy: boolean;
  setBusy: (isBusy: boolean) => void;
}

/** Price and length as typed; undefined: those of what is chosen. */
type Entry = { serviceId: string; options: readonly string[]; price?: string; minutes?: string; note: string };

function QuoteForm({ threadId, services, isBusy, setBusy, close }: QuoteFormProps) {
  const first: Entry = { serviceId: services.length === 1 ? (services[0]?.id ?? '') : '', options: [], note: '' };
  const [entry, setEntry] = useUnsavedState(`quote ${threadId}`, first);
  const [failure, setFailure] = useState<string>();
  const { form, problems, show, clear } = useProblems<HTMLFormElement>();
  const utils = trpc.useUtils();
  const queries = useQueryClient();
  const attempt = useAttempt();
  const service = services.find(({ id }) => id === entry.serviceId);
  const line = service && chosenLine(service, entry.options);
  const { price = String(line?.price ?? ''), minutes = String(line?.service_duration_minutes ?? ''), note } = entry;

  function change(changed: Partial<Entry>, ...fields: string[]) {
    setEntry({ ...entry, ...changed });
    clear(...fields);
  }

  async function send(event: FormEvent) {
    event.preventDefault();
    setFailure(undefined);
    if (!line) return show({ service_id: 'Choose a service' });
    const option_ids = line.options.map(({ id }) => id);
    const given = {
      service_id: line.id,
      option_ids,
      price: Number(price),
      service_duration_minutes: Number(minutes),
      note,
    };
    const checked = quoteInput.safeParse(given);
    if (!checked.success)
      return show(Object.fromEntries(checked.error.issues.map(({ path, message }) => [String(path[0]), message])));
    const context = { context: { idempotencyKey: attempt.keyOf(JSON.stringify(checked.data)) } };
    setBusy(true);
    try {
      const message = await utils.client.threads.quote.mutate({ id: threadId, ...checked.data }, context);
      addMessage(queries, threadId, message);
      setEntry(first);
      void utils.threads.invalidate();
      notify.success('Quote sent.');
      close();
    } catch (error) {
      attempt.failed(error);
      const found = fieldErrors(error);
      if (Object.keys(found).length > 0) show(found);
      else setFailure(errorText(error, 'Not sent. Please try again.', 'Not sent: the connection was lost.'));
    } finally {
      setBusy(false);
    }
    return undefined;
  }

  return (
    <form ref={form} className={formStyles.form} noValidate onSubmit={(event) => void send(event)}>
      <SelectField
        label="Service"
        emptyLabel="Choose one"
        options={services.map(({ id, name }) => ({ value: id, label: name }))}
        error={problems.service_id}
        value={entry.serviceId}
        onChange={({ target }) => {
          setEntry({ serviceId: target.value, options: [], note });
          clear('service_id', 'option_ids', 'price', 'service_duration_minutes');
        }}
      />
      {service && (
        <ServiceOptions
          // What the client does before the visit is not asked of the professional.
          service={{ ...service, prepare: [] }}
          chosen={entry.options}
          onChange={(options) => change({ options }, 'option_ids')}
        />
      )}
      <FormMessage>{problems.option_ids}</FormMessage>
      <div className={formStyles.pair}>
        <NumberField
          label="Price ($)"
          min={quoteBounds.price.min}
          max={limits.price.max}
          step={0.01}
          error={problems.price}
          value={price}
          onChange={({ target }) => change({ price: target.value }, 'price')}
        />
        <NumberField
          label="Duration (minutes)"
          whole
          min={quoteBounds.minutes.min}
          max={limits.duration.max}
          error={problems.service_duration_minutes}
          value={minutes}
          onChange={({ target }) => change({ minutes: target.value }, 'service_duration_minutes')}
        />
      </div>
      <TextArea
        label="Note (optional)"
        rows={2}
        maxLength={lengths.quoteNote.max}
        error={problems.note}
        value={note}
        onChange={({ target }) => change({ note: target.value }, 'note')}
      />
      <FormMessage>{failure}</FormMessage>
      <Button type="submit" wide busy={isBusy} busyText="Sending...">
        Send quote
      </Button>
    </form>
  );
}
