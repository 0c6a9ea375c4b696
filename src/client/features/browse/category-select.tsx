import { SelectField } from '#client/ui/text-field.tsx';
import { filterCategories } from '#shared/constants.ts';

const categories = filterCategories.map((category) => ({ value: category, label: category }));

/** Applies at once; empty for all categories. */
export function CategorySelect({ value, onChange }: { value: string; onChange: (category: string) => void }) {
  return (
    <SelectField
      label="Category"
      labelHidden
      emptyLabel="All categories"
      options={categories}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
