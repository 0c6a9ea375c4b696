import { useState } from 'react';
import { StatusBadge } from '#client/features/booking/list/status-badge.tsx';
import { Avatar } from '#client/ui/avatar.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Card, CardGrid } from '#client/ui/card.tsx';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { Chips } from '#client/ui/chips.tsx';
import { CodeField } from '#client/ui/code-field.tsx';
import { Detail, DetailList } from '#client/ui/detail-list.tsx';
import { ConfirmDialog, Dialog } from '#client/ui/dialog.tsx';
import { DropdownMenu, MenuCaption, MenuChoice, MenuItem } from '#client/ui/dropdown-menu.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Link } from '#client/ui/link.tsx';
import { Loading } from '#client/ui/loading.tsx';
import { Coil, Logo } from '#client/ui/logo.tsx';
import { EmptyState, Failure, FormMessage } from '#client/ui/message.tsx';
import { notify } from '#client/ui/notify.ts';
import { Ornament } from '#client/ui/ornament.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { Picture } from '#client/ui/picture.tsx';
import { ShowMore } from '#client/ui/show-more.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Split } from '#client/ui/split.tsx';
import { Steps } from '#client/ui/steps.tsx';
import { StickyActions } from '#client/ui/sticky-actions.tsx';
import { Switch } from '#client/ui/switch.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import { DateTimeField, NumberField, SelectField, TextArea, TextField } from '#client/ui/text-field.tsx';
import { ChoiceChips, ToggleChips } from '#client/ui/toggles.tsx';
import { bookingStatuses, specializations } from '#shared/constants.ts';
import { pairs, patterns } from '#shared/ornament-patterns.ts';
import { pagePath } from '#shared/pages.ts';
import styles from './ui.module.css';

const colours = ['red', 'green', 'blue'].map((value) => ({ value, label: value }));

/** All parts of the design system side by side; on the development server only. */
export function DesignSystem() {
  const [open, setOpen] = useState<'dialog' | 'sheet' | 'confirm' | null>(null);
  const [chosen, setChosen] = useState(['green']);
  const [pill, setPill] = useState('red');
  const [code, setCode] = useState('12');
  const [choice, setChoice] = useState('red');
  const [tab, setTab] = useState('first');
  const [choices, setChoices] = useState(['red']);
  return (
    <Page title="Design system">
      <PageHeading lead="Every part once, light and dark.">Design system</PageHeading>
      <div className={styles.row}>
        <Logo />
        <Coil turning />
        <Avatar name="Amara Okafor" />
        <Avatar name="Adébáyọ̀" size={48} />
      </div>
      <Steps
        label="Booking"
        current={1}
        steps={[
          { name: 'Service', to: pagePath('browseServices') },
          { name: 'Time' },
          { name: 'Details' },
          { name: 'Done' },
        ]}
      />
      <div className={styles.row}>
        <Button>Primary</Button>
        <Button look="secondary">Secondary</Button>
        <Button look="danger">Danger</Button>
        <Button look="quiet">Quiet</Button>
        <ButtonLink to="/ui">Link</ButtonLink>
        <Button disabled>Disabled</Button>
        <Button busy busyText="Saving...">
          Save
        </Button>
        <Button busy aria-label="Next week">
          <Icon size={20} path="M7.5 4.5 13 10l-5.5 5.5" />
        </Button>
        <ShowMore isLoading={false} onClick={() => undefined} />
        <ShowMore isLoading onClick={() => undefined} />
      </div>
      <div className={styles.row}>
        {bookingStatuses.map((status) => (
          <StatusBadge key={status} status={status} />
        ))}
        <Badge tone="plain">other</Badge>
      </div>
      <Chips items={specializations} label="Specializations" />
      <ToggleChips label="Colours" options={colours} value={chosen} onChange={setChosen} />
      <ChoiceChips label="One of the colours" options={colours} value={choice} onChange={setChoice} />
      <Tabs
        label="One colour"
        look="pills"
        value={pill}
        onChange={setPill}
        tabs={colours.map(({ value, label }) => ({ value, label, panel: <p>{label}</p> }))}
      />
      <Tabs
        label="Tabs"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'first', label: 'Manage Services', panel: <p>Services</p> },
          { value: 'second', label: 'Manage Bookings', panel: <p>Bookings</p> },
        ]}
      />
      <div className={styles.fields}>
        <TextField label="Text" hint="A hint" placeholder="Placeholder" />
        <TextField label="Invalid" error="Invalid email address" defaultValue="nobody" />
        <SelectField label="Select" emptyLabel="Select your role" options={colours} />
        <NumberField label="Number" hint="Whole minutes" whole min={15} defaultValue={30} />
        <DateTimeField label="Date and time" />
        <CodeField label="Code" value={code} onValue={setCode} />
        <TextArea label="Text area" />
        <Checkbox label="Active" defaultChecked />
        <Card>
          <Switch label="Bookings" hint="Takes effect at once." defaultChecked />
        </Card>
        <Card link padded>
          <Link data-cover to="/ui">
            A card that is pressed as a whole
          </Link>
        </Card>
      </div>
      <FormMessage>Something went wrong.</FormMessage>
      <FormMessage tone="good">Saved.</FormMessage>
      <EmptyState text="No services available.">
        <p className="soft">What to do next.</p>
      </EmptyState>
      <Failure text="Failed to load services." retry={() => notify.info('Tried again')} />
      <Skeleton height="80px" />
      <Loading />
      <Split
        aside={
          <aside aria-label="Beside it">
            <DetailList ends>
              <Detail name="Price">$95.00</Detail>
              <Detail name="Duration">60 minutes</Detail>
            </DetailList>
          </aside>
        }
      >
        <Card>
          <DetailList inset>
            <Detail name="Location">Fitzroy</Detail>
            <Detail name="Notes">None</Detail>
          </DetailList>
        </Card>
        <Picture src={null} alt="">
          <p className="soft">In place of a picture that is missing or does not load.</p>
        </Picture>
      </Split>
      <div className={styles.row}>
        <Button onClick={() => setOpen('dialog')}>Dialog</Button>
        <Button onClick={() => setOpen('sheet')}>Sheet</Button>
        <Button look="danger" onClick={() => setOpen('confirm')}>
          Confirm
        </Button>
        <DropdownMenu trigger={<Button look="secondary">Menu</Button>}>
          <MenuCaption>Somebody</MenuCaption>
          <MenuItem>One</MenuItem>
          <MenuItem>Two</MenuItem>
        </DropdownMenu>
        <DropdownMenu align="start" trigger={<Button look="secondary">Choices</Button>}>
          {colours.map(({ value, label }) => (
            <MenuChoice
              key={value}
              chosen={choices.includes(value)}
              onChange={(isChosen) =>
                setChoices(isChosen ? [...choices, value] : choices.filter((other) => other !== value))
              }
            >
              {label}
            </MenuChoice>
          ))}
        </DropdownMenu>
        <Button look="secondary" aria-label="Next week">
          <Icon size={20} path="M7.5 4.5 13 10l-5.5 5.5" />
        </Button>
        <Button onClick={() => notify.success('Saved.')}>Success toast</Button>
        <Button onClick={() => notify.error('Failed.', { action: { label: 'Undo', onClick: () => undefined } })}>
          Error toast
        </Button>
      </div>
      <Dialog open={open === 'dialog'} close={() => setOpen(null)} title="A dialog" description="It says something.">
        <Button onClick={() => setOpen(null)}>Close</Button>
      </Dialog>
      <Dialog sheet open={open === 'sheet'} close={() => setOpen(null)} title="A sheet">
        <p>On a phone it rises from the bottom edge.</p>
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        close={() => setOpen(null)}
        title="Are you sure you want to delete this service?"
        description="Bookings of it stay as they are."
        confirmText="Delete"
        danger
        onConfirm={() => setOpen(null)}
      />
      <CardGrid>
        {pairs.map((pair, index) => (
          <li key={pair.ground}>
            <Card>
              <div className={styles.picture}>
                <Ornament pattern={patterns[index % patterns.length] ?? 'coil'} id={`example-${index}`} pair={index} />
              </div>
            </Card>
          </li>
        ))}
      </CardGrid>
      <StickyActions summary={<p>Dry curl cut · $95.00</p>}>
        <Button wide>Continue to Booking</Button>
      </StickyActions>
    </Page>
  );
}
