import { useCombobox } from 'downshift';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { counted } from '#shared/counted.ts';
import styles from './suggesting-field.module.css';
import type { Chosen, Wiring } from './suggesting-field.tsx';
import { type Suggestion, useSuggestions } from './use-suggestions.ts';

export interface SuggestionsProps {
  of: 'what' | 'where';
  field: RefObject<HTMLInputElement | null>;
  value: string;
  onType: (text: string) => void;
  onChoose: (chosen: Chosen) => void;
  /** Takes what makes the field a combobox. */
  onWiring: (wiring: Wiring) => void;
}

const none: Suggestion[] = [];
const noRef = (_: HTMLInputElement | null) => undefined;

/** The list below a field that suggests, by the ARIA combobox pattern. */
export function Suggestions({ of, field, value, onType, onChoose, onWiring }: SuggestionsProps) {
  const navigate = useNavigate();
  const suggested = useSuggestions(of, value);
  const { isOpen, getInputProps, getMenuProps, getItemProps, openMenu, closeMenu } = useCombobox({
    items: suggested,
    itemToString: (item) => item?.name ?? '',
    inputValue: value,
    selectedItem: null,
    onInputValueChange: ({ inputValue }) => onType(inputValue),
    // Only what is pressed, or chosen by Enter, is taken; the typed text stays until then, and when the focus leaves.
    stateReducer: (state, { type, changes }) => {
      const { ItemClick, InputKeyDownEnter, InputBlur, ControlledPropUpdatedSelectedItem } =
        useCombobox.stateChangeTypes;
      // That nothing stays selected empties no field, from which a choice of time would take the search with it.
      if (type === ControlledPropUpdatedSelectedItem) return state;
      if (type === InputBlur) return { ...state, isOpen: false, highlightedIndex: -1 };
      if (type !== ItemClick && type !== InputKeyDownEnter) return changes;
      return { ...changes, inputValue: state.inputValue };
    },
    onSelectedItemChange: ({ selectedItem }) => {
      if (!selectedItem) return;
      if ('to' in selectedItem) void navigate(selectedItem.to);
      else onChoose(selectedItem.chosen);
    },
    getA11yStatusMessage: ({ isOpen: isShown }) =>
      isShown && suggested.length > 0 ? `${counted(suggested.length, 'suggestion')}, use the arrow keys` : '',
  });
  const isShown = isOpen && suggested.length > 0;
  const items = isShown ? suggested : none;
  // How high the list that was last shown is: names may take two lines.
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    if (!list.current || items.length === 0) return;
    const height = [...list.current.children].reduce((sum, row) => sum + row.getBoundingClientRect().height, 0);
    list.current.style.setProperty('--room', `${height}px`);
  }, [items]);
  const input = getInputProps({ ref: noRef }, { suppressRefError: true });
  const { 'aria-controls': controls } = input;
  const active = (isShown && input['aria-activedescendant']) || undefined;

  // The field stands outside, because it was there first, with what is typed and the focus. Its handlers are the newest.
  const newest = useRef(input);
  useLayoutEffect(() => {
    newest.current = input;
  });
  useLayoutEffect(() => {
    newest.current.ref(field.current);
    onWiring({
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': isShown,
      'aria-controls': controls,
      'aria-activedescendant': active,
      onChange: (event) => newest.current.onChange?.(event),
      onBlur: (event) => newest.current.onBlur?.(event),
      onClick: openMenu,
      onKeyDown: (event) => {
        // Without a suggestion chosen, Enter is the form's.
        if (event.key === 'Enter' && !active) closeMenu();
        else newest.current.onKeyDown?.(event);
      },
    });
  }, [isShown, active, controls, field, onWiring, openMenu, closeMenu]);

  // Whoever typed before this code was there sees the list, too.
  useLayoutEffect(() => {
    if (newest.current.value && document.activeElement === field.current) openMenu();
  }, [field, openMenu]);

  return (
    <ul
      className={[styles.list, of === 'where' && styles.where].filter(Boolean).join(' ')}
      {...getMenuProps({ 'aria-label': 'Suggestions', ref: list })}
    >
      {items.map((item, index) => (
        <li key={item.key} className={styles.option} {...getItemProps({ item, index })}>
          <span>{item.name}</span> <span className={styles.kind}>{item.kind}</span>
        </li>
      ))}
    </ul>
  );
}
