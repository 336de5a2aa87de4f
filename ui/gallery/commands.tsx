import Boxes from 'lucide-react/icons/boxes'
import Gauge from 'lucide-react/icons/gauge'
import User from 'lucide-react/icons/user'
import { useState } from 'react'
import { Badge } from '../src/badge.tsx'
import { Button } from '../src/button.tsx'
import { CommandPalette, type PaletteGroup } from '../src/command-palette.tsx'
import { Section } from '../src/section.tsx'
import { SortableList } from '../src/sortable-list.tsx'
import { toast } from '../src/toaster.tsx'

const go = (place: string) => () => void toast(place)

const groups: PaletteGroup[] = [
  {
    title: 'Screens',
    commands: [
      { id: 'dashboard', title: 'Dashboard', icon: <Gauge size={16} />, keys: ['G', 'D'], onRun: go('Dashboard') },
      { id: 'apps', title: 'Apps', icon: <Boxes size={16} />, keys: ['G', 'A'], onRun: go('Apps') },
      { id: 'users', title: 'Users', icon: <User size={16} />, keywords: ['players', 'people'], onRun: go('Users') },
    ],
  },
  {
    title: 'Users',
    isFound: true,
    commands: [
      { id: 'ada', title: 'Ada Lovelace', hint: 'ada@example.com', icon: <User size={16} />, onRun: go('Ada') },
    ],
  },
]

const Games = () => {
  const [games, setGames] = useState(['Snake', 'Chess', 'Minesweeper', 'Go'])
  const move = (game: string, to: { side: 'before' | 'after'; item: string }) => {
    const others = games.filter((other) => other !== game)
    setGames(others.toSpliced(others.indexOf(to.item) + (to.side === 'after' ? 1 : 0), 0, game))
  }
  return (
    <SortableList items={games} itemId={(game) => game} itemName={(game) => game} onMove={move}>
      {(game) => (
        <div className="gallery-row">
          {game} <Badge>Game center</Badge>
        </div>
      )}
    </SortableList>
  )
}

export const Commands = () => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Section
      title="Commands and order"
      actions={
        <Button size="small" onClick={() => setOpen(true)}>
          Command palette
        </Button>
      }
    >
      <CommandPalette open={isOpen} onOpenChange={setOpen} groups={groups} placeholder="Screen, app, user or action" />
      <Games />
    </Section>
  )
}
