/** What the four legs have in common; the hips are before and behind, left and right of the trunk. */
const leg = (name: string, front: number, side: number): string => `
  <joint name="${name}_hip" type="revolute">
    <parent link="trunk"/><child link="${name}_hip_link"/><origin xyz="${front * 0.183} ${side * 0.047} 0"/><axis xyz="1 0 0"/>
    <limit lower="-0.8" upper="0.8" effort="33.5" velocity="21"/>
  </joint>
  <link name="${name}_hip_link">
    <inertial><mass value="0.7"/><inertia ixx="0.0005" ixy="0" ixz="0" iyy="0.0007" iyz="0" izz="0.0005"/></inertial>
    <collision><origin rpy="1.5707963267948966 0 0"/><geometry><cylinder radius="0.045" length="0.04"/></geometry></collision>
  </link>
  <joint name="${name}_thigh" type="revolute">
    <parent link="${name}_hip_link"/><child link="${name}_thigh_link"/><origin xyz="0 ${side * 0.084} 0"/><axis xyz="0 1 0"/>
    <limit lower="-1.05" upper="4.19" effort="33.5" velocity="21"/>
  </joint>
  <link name="${name}_thigh_link">
    <inertial><origin xyz="0 ${side * -0.02} -0.03"/><mass value="1"/><inertia ixx="0.0055" ixy="0" ixz="0" iyy="0.0051" iyz="0" izz="0.0014"/></inertial>
    <collision><origin xyz="0 0 -0.1"/><geometry><box size="0.034 0.025 0.2"/></geometry></collision>
  </link>
  <joint name="${name}_calf" type="revolute">
    <parent link="${name}_thigh_link"/><child link="${name}_calf_link"/><origin xyz="0 0 -0.2"/><axis xyz="0 1 0"/>
    <limit lower="-2.7" upper="-0.9" effort="33.5" velocity="21"/>
  </joint>
  <link name="${name}_calf_link">
    <inertial><origin xyz="0 0 -0.1"/><mass value="0.17"/><inertia ixx="0.003" ixy="0" ixz="0" iyy="0.003" iyz="0" izz="0.00004"/></inertial>
    <collision><origin xyz="0 0 -0.09"/><geometry><box size="0.016 0.016 0.18"/></geometry></collision>
  </link>
  <joint name="${name}_ankle" type="fixed">
    <parent link="${name}_calf_link"/><child link="${name}_foot"/><origin xyz="0 0 -0.2"/>
  </joint>
  <link name="${name}_foot">
    <inertial><mass value="0.06"/><inertia ixx="9.6e-6" ixy="0" ixz="0" iyy="9.6e-6" iyz="0" izz="9.6e-6"/></inertial>
    <collision><geometry><sphere radius="0.02"/></geometry></collision>
  </link>`;

/** A four-legged robot of 12.5 kg with twelve motors: sizes and torques after a public data sheet, masses and shapes of its own. */
export const QUADRUPED = `<?xml version="1.0"?>
<robot name="quadruped">
  <link name="trunk">
    <inertial><mass value="4.7"/><inertia ixx="0.017" ixy="0" ixz="0" iyy="0.057" iyz="0" izz="0.065"/></inertial>
    <collision><geometry><box size="0.267 0.194 0.114"/></geometry></collision>
    <collision><origin xyz="0.17 0 0.02"/><geometry><box size="0.09 0.12 0.08"/></geometry></collision>
  </link>
${leg('front_left', 1, 1)}${leg('front_right', 1, -1)}${leg('rear_left', -1, 1)}${leg('rear_right', -1, -1)}
</robot>
`;
