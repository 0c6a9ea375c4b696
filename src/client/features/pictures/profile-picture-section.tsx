import { useRef, useState } from 'react';
import { profileWith } from '#client/features/forms/profile-with.ts';
import { errorText } from '#client/lib/errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/dialog.tsx';
import { notify } from '#client/ui/notify.ts';
import type { OwnProfessional } from '#shared/professionals.ts';
import { CropDialog } from './crop-dialog.tsx';
import styles from './own-pictures.module.css';
import { PickerButton } from './picker-button.tsx';

const failed = "The picture couldn't be saved. Try again.";

/** The one picture of the professional: chosen, cropped, replaced and removed. */
export function ProfilePictureSection({ profile }: { profile: OwnProfessional }) {
  const { display_name, profile_picture } = profile;
  const [chosen, setChosen] = useState<File>();
  const [isRemoving, setRemoving] = useState(false);
  const section = useRef<HTMLElement>(null);
  const add = trpc.pictures.add.useMutation();
  const update = trpc.professionals.updateMe.useMutation();
  const { client, professionals } = trpc.useUtils();

  async function save(file: File) {
    const form = new FormData();
    form.append('kind', 'profile');
    form.append('alt', display_name);
    form.append('file', file);
    try {
      await add.mutateAsync(form);
      await professionals.invalidate();
      notify.success('Profile picture saved.');
      return undefined;
    } catch (error) {
      return errorText(error, failed);
    }
  }

  async function remove() {
    try {
      await update.mutateAsync(profileWith(await client.professionals.profile.query(), { profile_picture: null }));
      await professionals.invalidate();
      notify.success('Profile picture removed.');
    } catch (error) {
      notify.failure(error, errorText(error, "The picture couldn't be removed."));
    }
    setRemoving(false);
    section.current?.querySelector('button')?.focus();
  }

  return (
    <section ref={section} className={styles.section} aria-labelledby="profile-picture">
      <div>
        <h2 id="profile-picture">Profile picture</h2>
        <p className="soft">Your face, so clients know who they'll meet.</p>
      </div>
      <div className={styles.portrait}>
        <Avatar name={display_name} src={profile_picture} size={132} />
        <div className={styles.actions}>
          <PickerButton label="Choose a profile picture" choose={([file]) => setChosen(file)}>
            {profile_picture ? 'Change picture' : 'Choose a picture'}
          </PickerButton>
          {profile_picture && (
            <Button look="danger" onClick={() => setRemoving(true)}>
              Remove
            </Button>
          )}
        </div>
      </div>
      {chosen && <CropDialog file={chosen} close={() => setChosen(undefined)} save={save} />}
      {isRemoving && (
        <ConfirmDialog
          open
          close={() => setRemoving(false)}
          title="Remove your profile picture?"
          description="Your initials show instead."
          confirmText="Remove"
          danger
          busy={update.isPending}
          onConfirm={() => void remove()}
        />
      )}
    </section>
  );
}
