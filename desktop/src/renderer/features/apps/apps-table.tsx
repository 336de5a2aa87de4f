import type { App } from '@openauth/client'
import { Copyable } from '../../components/copyable.tsx'
import { switchesOn } from './switches.ts'

const Switches = ({ app }: { app: App }) => {
  const on = switchesOn(app)
  if (on.length === 0) return <span className="soft">Nothing: nobody can log in</span>
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
      <Copyable what={`Id of ${app.name}`}>{app.id}</Copyable>
    </td>
    <td>
      <Switches app={app} />
    </td>
  </tr>
)

const NoApps = () => (
  <div className="empty">
    <h2>No apps yet</h2>
    <p>An app is what people log in to: a site or a game of yours. Create the first one in a terminal:</p>
    <Copyable what="Command">npx openauth apps create --name "My app"</Copyable>
  </div>
)

/** Every app with its id and what is switched on, or how to make the first. */
export const AppsTable = ({ apps }: { apps: App[] }) => {
  if (apps.length === 0) return <NoApps />
  return (
    <table className="apps">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Id</th>
          <th scope="col">Switched on</th>
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
