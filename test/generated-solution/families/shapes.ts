/** An interface, virtual members and chains of overrides, from project to project. */
import { family, source } from '../family.ts';
import { type CodeSymbol, memberOf, typeOf } from '../symbols.ts';
import { cs, def, full, use } from '../text.ts';

/** A class and its virtual members. */
interface Shape {
  readonly type: CodeSymbol;
  readonly area: CodeSymbol;
  readonly label: CodeSymbol;
}

interface Exported {
  readonly shape: Shape;
  readonly face: Shape;
  /** Declared by the first circle of a chain. */
  readonly radius?: CodeSymbol;
}

/** The interface and the abstract class, where there is none to derive from. */
function root(namespace: string) {
  const face = typeOf('interface', namespace, 'IShape');
  const faceArea = memberOf(face, 'method', 'Area', { parameters: '' });
  const faceLabel = memberOf(face, 'property', 'Label');
  const shape = typeOf('class', namespace, 'Shape');
  const area = memberOf(shape, 'method', 'Area', { parameters: '', bases: [faceArea] });
  const label = memberOf(shape, 'property', 'Label', { bases: [faceLabel] });
  const text = cs`public interface ${def(face)}
{
    double ${def(faceArea)}();
    string ${def(faceLabel)} { get; }
}

public abstract class ${def(shape)} : ${use(face)}
{
    public abstract double ${def(area)}();
    public virtual string ${def(label)} => "shape";
}

`;
  const exported: Exported = {
    shape: { type: shape, area, label },
    face: { type: face, area: faceArea, label: faceLabel },
  };
  return { exported, text, asked: [face, faceArea, faceLabel, shape, area, label] };
}

export const shapes = family<Exported>('Shapes', (site, peer) => {
  const { namespace } = site;
  const top = peer === undefined ? root(namespace) : { exported: peer, text: '', asked: [] };
  const { shape: base, face } = top.exported;
  const circle = typeOf('class', namespace, 'Circle');
  const area = memberOf(circle, 'method', 'Area', { parameters: '', bases: [base.area] });
  const label = memberOf(circle, 'property', 'Label', { bases: [base.label] });
  const radius = peer?.radius ?? memberOf(circle, 'property', 'Radius');
  const ownRadius = peer?.radius === undefined ? cs`    public double ${def(radius)} { get; init; }\n\n` : '';
  const ring = typeOf('class', namespace, 'Ring');
  const ringArea = memberOf(ring, 'method', 'Area', { parameters: '', bases: [area] });
  const measure = typeOf('class', namespace, 'Measure');
  const all = memberOf(measure, 'method', 'All', {
    parameters: `${face.type.signature}, ${base.type.signature}, ${circle.signature}`,
  });
  const body = cs`${top.text}public class ${def(circle)} : ${full(base.type)}
{
${ownRadius}    public override double ${def(area)}() => Math.PI * ${use(radius)} * ${use(radius)};

    public override string ${def(label)} => base.${use(base.label)} + ${use(area)}();
}

public sealed class ${def(ring)} : ${use(circle)}
{
    public override double ${def(ringArea)}() => base.${use(area)}() * 2;
}

public static class ${def(measure)}
{
    public static double ${def(all)}(${full(face.type)} face, ${full(base.type)} shape, ${use(circle)} circle)
    {
        var ring = new ${use(ring)} { ${use(radius)} = 3 };
        return face.${use(face.area)}() + shape.${use(base.area)}() + circle.${use(area)}() + ring.${use(ringArea)}()
            + face.${use(face.label)}.Length + ring.${use(label)}.Length + circle.${use(radius)};
    }
}
`;
  return {
    files: [source(site, ['System'], body)],
    asked: [...top.asked, circle, area, label, ...(peer?.radius === undefined ? [radius] : []), ring, ringArea, all],
    exported: { shape: { type: circle, area, label }, face, radius },
  };
});
