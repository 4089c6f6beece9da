/** The sections of the specification that take longest; `npm test` plays the others. */
import { longSections, sections } from '../conformance/ids.ts';
import { playSections } from '../conformance/play-sections.ts';

playSections(sections.filter(({ prefix }) => longSections.includes(prefix)));
