import panel from '../machine/panel.module.css';
import type { Decision, Step } from './explain.js';
import { regionOf, stepText } from './transition-words.js';

/** What the session machine did on an event: transitions, the guards that let them through, and those that refused. */
export function Steps({ event, steps }: { event: string; steps: readonly Step[] }) {
  if (steps.length === 0)
    return (
      <p className={panel.quiet}>No transition: the machine does not handle this event in this state.</p>
    );
  return (
    <ul className={panel.steps} aria-label="Transitions">
      {steps.map((step, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps have no ids and never change
        <li key={nth} data-kind={!step.taken ? 'refused' : step.taken.target === null ? 'handled' : 'moved'}>
          <strong>{stepText(event, step)}</strong>
          <Where step={step} />
          {step.taken && <Taken decision={step.taken} />}
          {step.refused.map((decision) => (
            <small key={JSON.stringify(decision)}>
              Refused by guard <code>{decision.guard}</code>
              {decision.target === null
                ? ` in ${decision.source}`
                : `, which would lead to ${decision.target}`}
            </small>
          ))}
        </li>
      ))}
    </ul>
  );
}

function Where({ step: { taken, refused } }: { step: Step }) {
  const region = regionOf((taken ?? refused[0]!).source);
  return region && <small>in the region {region}</small>;
}

function Taken({ decision: { guard, actions } }: { decision: Decision }) {
  return (
    <>
      <small>
        {guard === null ? (
          'No guard: always let through'
        ) : (
          <>
            Let through by guard <code>{guard}</code>
          </>
        )}
      </small>
      {actions.length > 0 && <small>Actions: {actions.join(', ')}</small>}
    </>
  );
}
