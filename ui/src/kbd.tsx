import './kbd.css'

/** Keys of a shortcut, in the order of pressing: ["Ctrl", "K"]. */
export const Kbd = ({ keys }: { keys: readonly string[] }) => (
  <span className="ui-kbd">
    {keys.map((key) => (
      <kbd key={key}>{key}</kbd>
    ))}
  </span>
)
