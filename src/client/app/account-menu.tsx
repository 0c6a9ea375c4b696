import { openFeedback } from '#client/features/feedback/open-feedback.ts';
import { landingOf } from '#client/lib/route-roles.ts';
import { useSession } from '#client/lib/session.ts';
import { Button } from '#client/ui/button.tsx';
import { DropdownMenu, MenuCaption, MenuItem } from '#client/ui/dropdown-menu.tsx';
import { Link } from '#client/ui/link.tsx';
import { pagePath } from '#shared/pages.ts';
import { useLogout } from './use-logout.ts';

interface AccountMenuProps {
  label: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function AccountMenu({ label, open, onOpenChange }: AccountMenuProps) {
  const { role, username } = useSession();
  const logout = useLogout();
  return (
    <DropdownMenu open={open} onOpenChange={onOpenChange} trigger={<Button look="secondary">{label}</Button>}>
      {username && <MenuCaption>{username}</MenuCaption>}
      <MenuItem asChild>
        <Link to={landingOf(role)}>{role === 'client' ? 'My Profile' : 'My Dashboard'}</Link>
      </MenuItem>
      {role === 'client' && (
        <MenuItem asChild>
          <Link to={pagePath('myHair', { part: '' })}>My Hair</Link>
        </MenuItem>
      )}
      {role !== 'admin' && (
        <MenuItem asChild>
          <Link to={pagePath('messages', { threadId: '' })}>Messages</Link>
        </MenuItem>
      )}
      <MenuItem asChild>
        <Link to={pagePath('settings')}>Settings</Link>
      </MenuItem>
      <MenuItem onSelect={openFeedback}>Feedback</MenuItem>
      <MenuItem onSelect={logout}>Log out</MenuItem>
    </DropdownMenu>
  );
}
