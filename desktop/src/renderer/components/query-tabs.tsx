import { TabLinks } from '@openauth/ui/tabs'
import { Link } from 'react-router-dom'

interface Props<Value extends string> {
  label: string
  /** The parameter of the address that a tab sets. */
  name: string
  /** The tabs in order; an empty value is that of an address without the parameter. */
  tabs: readonly { value: Value | ''; title: string }[]
  shown: Value | ''
}

/** Tabs that choose what a list shows by one parameter of the address, and begin at its first page. */
export const QueryTabs = <Value extends string>({ label, name, tabs, shown }: Props<Value>) => (
  <TabLinks label={label}>
    {tabs.map(({ value, title }) => (
      <Link
        key={value}
        className="ui-tab"
        aria-current={value === shown ? 'page' : undefined}
        to={{ search: value === '' ? '' : `?${name}=${value}` }}
        replace
      >
        {title}
      </Link>
    ))}
  </TabLinks>
)
