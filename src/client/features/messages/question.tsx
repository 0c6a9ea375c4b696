import { noPictures, PickerButton } from '#client/features/pictures/picker-button.tsx';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { InAppHint } from '#client/ui/in-app-hint.tsx';
import { TextArea } from '#client/ui/text-field.tsx';
import { lengths, messageBounds } from '#shared/constants.ts';
import { addPictures, leaveOutPicture, setText, useDraft } from './drafts.ts';
import styles from './messages.module.css';

/** What a visitor wants to ask a professional, with pictures; it waits in the conversation once they are in. */
export function Question({ professionalId }: { professionalId: string }) {
  const conversation = `to ${professionalId}`;
  const { text, pictures } = useDraft(conversation);
  const { data } = trpc.professionals.byId.useQuery({ id: professionalId }, { retry: false });
  return (
    <section className={styles.question} aria-label="Your question">
      <TextArea
        label={`Your question to ${data?.display_name ?? 'your stylist'}`}
        hint="Your question and photos are saved while you log in."
        rows={3}
        maxLength={lengths.messageText.max}
        value={text}
        onChange={({ target }) => setText(conversation, target.value)}
      />
      {pictures.length > 0 && (
        <ul className={styles.uploads} aria-label="Pictures of this message">
          {pictures.map(({ key, preview }, index) => (
            <li key={key} className={styles.upload}>
              {preview && <img src={preview} alt="" />}
              <Button look="quiet" onClick={() => leaveOutPicture(conversation, key)}>
                Remove<span className="visually-hidden"> Picture {index + 1}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <PickerButton
        label="Pictures to send"
        multiple
        disabled={pictures.length >= messageBounds.pictures}
        choose={(files) => void addPictures(conversation, files)}
      >
        Add pictures
      </PickerButton>
      <InAppHint problem={noPictures} />
    </section>
  );
}
