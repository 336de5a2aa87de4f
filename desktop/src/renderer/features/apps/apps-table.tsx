import type { App } from '@openauth/client'
import { Copyable } from '../../components/copyable.tsx'
import { enabledSwitches } from './switches.ts'

const Switches = ({ app }: { app: App }) => {
  const on = enabledSwitches(app)
  if (on.length === 0) return <span className="soft">None: users cannot log in</span>
  return (
    <ul className="tags">
      {on.map((label) => (
        <li key={label}>{label}</li>
      ))}
    </ul>
  )
}

const Row = ({ app }: { app: App }) => (
  <tr>
    <th scope="row">{app.name}</th>
    <td>
      <Copyable name={`Id of ${app.name}`}>{app.id}</Copyable>
    </td>
    <td>
      <Switches app={app} />
    </td>
  </tr>
)

const NoApps = () => (
  <div className="empty">
    <h2>No apps yet</h2>
    <p>An app is a site or a game that users log in to. Create the first one in a terminal:</p>
    <Copyable name="Command">npx openauth apps create --name "My app"</Copyable>
  </div>
)

/** The apps with their ids and enabled switches, or how to create the first app. */
export const AppsTable = ({ apps }: { apps: App[] }) => {
  if (apps.length === 0) return <NoApps />
  return (
    <table className="apps">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Id</th>
          <th scope="col">Enabled</th>
        </tr>
      </thead>
      <tbody>
        {apps.map((app) => (
          <Row key={app.id} app={app} />
        ))}
      </tbody>
    </table>
  )
}
