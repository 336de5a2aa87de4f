import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import './tabs.css'

export interface Tab<Value extends string> {
  value: Value
  label: ReactNode
  content: ReactNode
  disabled?: boolean
}

export interface TabsProps<Value extends string> {
  tabs: readonly Tab<Value>[]
  value?: Value | undefined
  defaultValue?: Value | undefined
  onValueChange?: ((value: Value) => void) | undefined
  /** What the tabs are of, for screen readers. */
  label: string
}

/** Parts of one view. Tabs that are addresses of their own are links: TabLinks. */
export const Tabs = <Value extends string>({ tabs, value, defaultValue, onValueChange, label }: TabsProps<Value>) => (
  <Base.Root
    className="ui-tabs"
    value={value}
    defaultValue={defaultValue ?? tabs[0]?.value}
    onValueChange={(next) => onValueChange?.(next as Value)}
  >
    <Base.List className="ui-tabs-list" aria-label={label} activateOnFocus>
      {tabs.map((tab) => (
        <Base.Tab key={tab.value} value={tab.value} disabled={tab.disabled} className="ui-tab">
          {tab.label}
        </Base.Tab>
      ))}
    </Base.List>
    {tabs.map((tab) => (
      <Base.Panel key={tab.value} value={tab.value} className="ui-tab-panel">
        {tab.content}
      </Base.Panel>
    ))}
  </Base.Root>
)

/** A bar of links that looks like tabs; its children are the router's links with the class `ui-tab`. */
export const TabLinks = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav className="ui-tabs-list" aria-label={label}>
    {children}
  </nav>
)
