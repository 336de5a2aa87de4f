import { Combobox as Base } from '@base-ui/react/combobox'
import Check from 'lucide-react/icons/check'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import X from 'lucide-react/icons/x'
import { FieldFrame, type FieldProps } from './field.tsx'
import { useIsReadOnly } from './read-only.tsx'
import { useWords } from './words.tsx'
import './popup.css'
import './select.css'
import './combobox.css'

export interface ComboboxOption {
  value: string
  label: string
  /** A second line in the list: an address under a name. */
  hint?: string | undefined
}

export interface ComboboxProps extends FieldProps {
  options: readonly ComboboxOption[]
  value?: ComboboxOption | null | undefined
  defaultValue?: ComboboxOption | undefined
  onValueChange?: ((value: ComboboxOption | null) => void) | undefined
  /** Called while typing; where it is given, the options are the server's answer and are not filtered again. */
  onSearch?: ((text: string) => void) | undefined
  /** The server is asked: says so in place of "No matches". */
  isLoading?: boolean | undefined
  placeholder?: string | undefined
  name?: string | undefined
}

const Item = ({ option }: { option: ComboboxOption }) => (
  <Base.Item value={option} className="ui-item">
    <span className="ui-item-text">
      {option.label}
      {option.hint && <span className="ui-item-hint">{option.hint}</span>}
    </span>
    <span className="ui-item-check">
      <Base.ItemIndicator render={<Check size={14} />} />
    </span>
  </Base.Item>
)

const Box = ({ placeholder }: { placeholder: string | undefined }) => {
  const words = useWords()
  return (
    <Base.InputGroup className="ui-input">
      <Base.Input placeholder={placeholder ?? words.search} />
      <Base.Clear className="ui-combobox-button" aria-label={words.clear}>
        <X size={14} />
      </Base.Clear>
      <Base.Trigger className="ui-combobox-button" aria-label={words.showOptions}>
        <ChevronsUpDown size={14} />
      </Base.Trigger>
    </Base.InputGroup>
  )
}

/** One of many choices, found by typing; also over a server's search (`onSearch`). */
export const Combobox = (props: ComboboxProps) => {
  const { options, value, defaultValue, onValueChange, onSearch, isLoading, placeholder, name, ...field } = props
  const words = useWords()
  const isReadOnly = useIsReadOnly()
  return (
    <FieldFrame {...field}>
      <Base.Root<ComboboxOption>
        items={options}
        value={value}
        defaultValue={defaultValue}
        name={name}
        readOnly={isReadOnly}
        {...(onSearch && { filter: null })}
        isItemEqualToValue={(option, chosen) => option.value === chosen.value}
        onValueChange={(next) => onValueChange?.(next)}
        onInputValueChange={(text) => onSearch?.(text)}
      >
        <Box placeholder={placeholder} />
        <Base.Portal>
          <Base.Positioner className="ui-positioner" sideOffset={4}>
            <Base.Popup className="ui-popup ui-popup-select">
              <Base.Empty className="ui-combobox-empty">
                {isLoading ? `${words.loading} …` : words.noMatches}
              </Base.Empty>
              <Base.List className="ui-combobox-list">
                {(option: ComboboxOption) => <Item key={option.value} option={option} />}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </FieldFrame>
  )
}
