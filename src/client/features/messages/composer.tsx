import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { noPictures, PickerButton } from '#client/features/pictures/picker-button.tsx';
import { formSent } from '#client/lib/lost-calls.ts';
import { Button } from '#client/ui/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { InAppHint } from '#client/ui/in-app-hint.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { TextArea } from '#client/ui/text-field.tsx';
import { lengths, messageBounds } from '#shared/constants.ts';
import { isBlank } from '#shared/rules/blank.ts';
import { addPictures, type DraftPicture, leaveOutPicture, setDue, setText, uploadAgain, useDraft } from './drafts.ts';
import styles from './messages.module.css';
import { SendQuote } from './send-quote.tsx';

interface ComposerProps {
  conversation: string;
  /** Whom it goes to. */
  to: string;
  send: () => void;
  /** The thread in which its writer can quote. */
  quoteIn?: string;
}

/** Where a message is written, at the bottom of the screen; pictures go out while it is. */
export function Composer({ conversation, to, send, quoteIn }: ComposerProps) {
  const [isQuoting, setQuoting] = useState(false);
  const { text, pictures, isDue = false } = useDraft(conversation);
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);

  // As high as what is written, up to a part of the screen.
  useEffect(() => {
    const area = field.current;
    if (!area) return;
    area.style.height = 'auto';
    area.style.height = text === '' ? '' : `${area.scrollHeight + 2}px`;
  }, [text]);

  const isFailed = pictures.some(({ failure }) => failure !== undefined);
  const isUploading = !isFailed && pictures.some(({ id }) => id === undefined);
  const press = useEffectEvent(() => submit());
  useEffect(() => {
    if (isDue && !isUploading) press();
  }, [isDue, isUploading]);

  function submit(event?: FormEvent) {
    event?.preventDefault();
    const isEmpty = text === '' ? pictures.length === 0 : isBlank(text);
    setDue(conversation, isUploading && !isEmpty);
    if (isFailed) return setProblem("One picture isn't uploaded. Try it again or leave it out.");
    if (isEmpty) return setProblem('Write a message.');
    setProblem(undefined);
    if (isUploading) return undefined;
    // What is lost says so in its place.
    formSent(undefined);
    send();
    if (event || document.activeElement === document.body) field.current?.focus();
    return undefined;
  }

  function choose(files: File[]) {
    const left = addPictures(conversation, files);
    setProblem(left > 0 ? `A message has at most ${messageBounds.pictures} pictures.` : undefined);
  }

  return (
    <>
      <form className={styles.composer} noValidate onSubmit={submit} data-sticky-bar>
        <FormMessage>{problem}</FormMessage>
        {pictures.length > 0 && (
          <ul className={styles.uploads} aria-label="Pictures of this message">
            {pictures.map((picture, index) => (
              <Upload key={picture.key} conversation={conversation} picture={picture} number={index + 1} />
            ))}
          </ul>
        )}
        <InAppHint problem={noPictures} />
        {quoteIn !== undefined && (
          <Button look="quiet" className={styles.quote} onClick={() => setQuoting(true)}>
            Send a quote
          </Button>
        )}
        <div className={styles.entry}>
          <PickerButton
            label="Pictures to send"
            multiple
            disabled={pictures.length >= messageBounds.pictures}
            choose={choose}
          >
            <Icon size={24} path="M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9h.01" />
            <span className="visually-hidden">Add pictures</span>
          </PickerButton>
          <div className={styles.field}>
            <TextArea
              ref={field}
              label={`Message to ${to}`}
              labelHidden
              rows={1}
              placeholder="Write a message"
              maxLength={lengths.messageText.max}
              value={text}
              onChange={({ target }) => {
                setText(conversation, target.value);
                setProblem(undefined);
              }}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
              }}
            />
          </div>
          <Button type="submit" busy={isDue} busyText="Sending...">
            Send
          </Button>
        </div>
      </form>
      {quoteIn !== undefined && isQuoting && <SendQuote threadId={quoteIn} to={to} close={() => setQuoting(false)} />}
    </>
  );
}

/** A picture that is written about: how much of it has gone out, and what to do when it has not. */
function Upload({ conversation, picture, number }: { conversation: string; picture: DraftPicture; number: number }) {
  const { key, preview, progress, id, failure } = picture;
  const name = `Picture ${number}`;
  return (
    <li className={styles.upload}>
      {preview ? <img src={preview} alt={name} /> : <span className={styles.noPreview}>{name}</span>}
      {id === undefined && failure === undefined && (
        <progress max={1} value={progress} aria-label={`${name}: uploading`} />
      )}
      {failure !== undefined && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      {failure !== undefined && (
        <Button look="quiet" onClick={() => uploadAgain(conversation, key)}>
          Try again
        </Button>
      )}
      <Button look="quiet" onClick={() => leaveOutPicture(conversation, key)}>
        {id === undefined && failure === undefined ? 'Cancel' : 'Remove'}
        <span className="visually-hidden"> {name}</span>
      </Button>
    </li>
  );
}
