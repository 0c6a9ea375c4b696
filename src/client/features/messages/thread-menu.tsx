import { useState } from 'react';
import { ReportDialog } from '#client/features/forms/report-dialog.tsx';
import { errorText } from '#client/lib/errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/dialog.tsx';
import { DropdownMenu, MenuItem } from '#client/ui/dropdown-menu.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { notify } from '#client/ui/notify.ts';
import type { Thread } from '#shared/threads.ts';

/** Blocking the other side, and telling the admins. */
export function ThreadMenu({ thread: { id, state }, other }: { thread: Thread; other: string }) {
  const report = trpc.threads.report.useMutation();
  const [asked, setAsked] = useState<'block' | 'report'>();
  const unblock = useBlock(id);
  return (
    <>
      <DropdownMenu trigger={<Button look="quiet">More</Button>}>
        {state !== 'blocked' && <MenuItem onSelect={() => setAsked('block')}>Block</MenuItem>}
        {state === 'blocked' && <MenuItem onSelect={() => unblock.put(false)}>Unblock</MenuItem>}
        <MenuItem onSelect={() => setAsked('report')}>Report</MenuItem>
      </DropdownMenu>
      <BlockDialog id={id} other={other} open={asked === 'block'} close={() => setAsked(undefined)} />
      <ReportDialog
        id={id}
        open={asked === 'report'}
        close={() => setAsked(undefined)}
        title={`Report ${other}?`}
        description="We'll read the newest 50 messages here as they are now. Nobody else will know you reported it."
        label="What's wrong?"
        send={(reason) => report.mutateAsync({ id, reason })}
      />
    </>
  );
}

export function useBlock(id: string) {
  const utils = trpc.useUtils();
  const block = trpc.threads.block.useMutation();
  const unblock = trpc.threads.unblock.useMutation();
  const [failure, setFailure] = useState<string>();
  return {
    isPending: block.isPending || unblock.isPending,
    failure,
    async put(isBlocked: boolean): Promise<boolean> {
      setFailure(undefined);
      try {
        await (isBlocked ? block : unblock).mutateAsync({ id });
        await utils.threads.invalidate();
        notify.success(isBlocked ? 'Blocked.' : 'Unblocked on your side.');
        return true;
      } catch (error) {
        const failed = "That didn't work. Please try again.";
        setFailure(errorText(error, failed));
        return false;
      }
    },
  };
}

type DialogProps = { id: string; open: boolean; close: () => void };

function BlockDialog({ id, other, open, close }: DialogProps & { other: string }) {
  const block = useBlock(id);
  return (
    <ConfirmDialog
      open={open}
      close={close}
      title={`Block ${other}?`}
      description="Neither of you can write here until you unblock. We don't tell them. Bookings stay as they are."
      confirmText="Block"
      cancelText="Cancel"
      danger
      busy={block.isPending}
      busyText="Blocking..."
      onConfirm={async () => {
        if (await block.put(true)) close();
      }}
    >
      <FormMessage>{block.failure}</FormMessage>
    </ConfirmDialog>
  );
}
