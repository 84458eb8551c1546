import { Dialog } from '../part/dialog.tsx';
import { pageKeys } from '../state/page-keys.ts';
import type { Section } from './sections.ts';

/** Which keys do what, and the switch that turns them off. */
export function HelpDialog({
  sections,
  on,
  onSwitch,
  onClose,
}: {
  sections: readonly Section[];
  on: boolean;
  onSwitch: (on: boolean) => void;
  onClose: () => void;
}) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <table>
        <caption class="hidden">Keys and what they do</caption>
        <tbody>
          <tr>
            <th scope="row">
              <kbd>/</kbd>
            </th>
            <td>go to the search field</td>
          </tr>
          {pageKeys().map(({ key, name }) => (
            <tr key={key}>
              <th scope="row">
                <kbd>{key}</kbd>
              </th>
              <td>{name}</td>
            </tr>
          ))}
          {sections.map(({ key, name }) => (
            <tr key={key}>
              <th scope="row">
                <kbd>g</kbd> then <kbd>{key}</kbd>
              </th>
              <td>go to {name}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">
              <kbd>?</kbd>
            </th>
            <td>show this help</td>
          </tr>
        </tbody>
      </table>
      <p>In wide tables, the arrow keys scroll.</p>
      <p>
        <label class="check">
          <input
            type="checkbox"
            checked={on}
            onChange={(event) => onSwitch(event.currentTarget.checked)}
          />
          Use single-key shortcuts
        </label>
      </p>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </Dialog>
  );
}
