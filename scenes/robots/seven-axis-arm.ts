/** A seven-axis arm with a parallel gripper: lengths, limits and torques after a public data sheet, masses and shapes of its own. */
export const SEVEN_AXIS_ARM = `<?xml version="1.0"?>
<robot name="seven-axis-arm">
  <link name="world"/>
  <joint name="bolts" type="fixed"><parent link="world"/><child link="link0"/></joint>
  <link name="link0">
    <collision><origin xyz="-0.03 0 0.06"/><geometry><box size="0.2 0.18 0.12"/></geometry></collision>
  </link>
  <joint name="joint1" type="revolute">
    <parent link="link0"/><child link="link1"/><origin xyz="0 0 0.333"/><axis xyz="0 0 1"/>
    <limit lower="-2.8973" upper="2.8973" effort="87" velocity="2.175"/><dynamics damping="0.5" friction="0.2"/>
  </joint>
  <link name="link1">
    <inertial><origin xyz="0 -0.03 -0.08"/><mass value="3.5"/><inertia ixx="0.022" ixy="0" ixz="0" iyy="0.018" iyz="0.004" izz="0.012"/></inertial>
    <collision><origin xyz="0 0 -0.1"/><geometry><capsule radius="0.06" length="0.12"/></geometry></collision>
  </link>
  <joint name="joint2" type="revolute">
    <parent link="link1"/><child link="link2"/><origin rpy="-1.5707963267948966 0 0"/><axis xyz="0 0 1"/>
    <limit lower="-1.7628" upper="1.7628" effort="87" velocity="2.175"/><dynamics damping="0.5" friction="0.2"/>
  </joint>
  <link name="link2">
    <inertial><origin xyz="0 -0.09 0.03"/><mass value="3.5"/><inertia ixx="0.024" ixy="0" ixz="0" iyy="0.012" iyz="0.004" izz="0.02"/></inertial>
    <collision><origin xyz="0 -0.12 0" rpy="1.5707963267948966 0 0"/><geometry><capsule radius="0.06" length="0.12"/></geometry></collision>
  </link>
  <joint name="joint3" type="revolute">
    <parent link="link2"/><child link="link3"/><origin xyz="0 -0.316 0" rpy="1.5707963267948966 0 0"/><axis xyz="0 0 1"/>
    <limit lower="-2.8973" upper="2.8973" effort="87" velocity="2.175"/><dynamics damping="0.5" friction="0.2"/>
  </joint>
  <link name="link3">
    <inertial><origin xyz="0.04 0.02 -0.05"/><mass value="3"/><inertia ixx="0.014" ixy="-0.002" ixz="-0.003" iyy="0.013" iyz="-0.002" izz="0.01"/></inertial>
    <collision><origin xyz="0 0 -0.08"/><geometry><capsule radius="0.055" length="0.1"/></geometry></collision>
  </link>
  <joint name="joint4" type="revolute">
    <parent link="link3"/><child link="link4"/><origin xyz="0.0825 0 0" rpy="1.5707963267948966 0 0"/><axis xyz="0 0 1"/>
    <limit lower="-3.0718" upper="-0.0698" effort="87" velocity="2.175"/><dynamics damping="0.5" friction="0.2"/>
  </joint>
  <link name="link4">
    <inertial><origin xyz="-0.04 0.04 0.02"/><mass value="3"/><inertia ixx="0.013" ixy="0.003" ixz="-0.002" iyy="0.011" iyz="-0.002" izz="0.014"/></inertial>
    <collision><origin xyz="-0.08 0.09 0" rpy="1.5707963267948966 0 0"/><geometry><capsule radius="0.055" length="0.1"/></geometry></collision>
  </link>
  <joint name="joint5" type="revolute">
    <parent link="link4"/><child link="link5"/><origin xyz="-0.0825 0.384 0" rpy="-1.5707963267948966 0 0"/><axis xyz="0 0 1"/>
    <limit lower="-2.8973" upper="2.8973" effort="12" velocity="2.61"/><dynamics damping="0.5" friction="0.1"/>
  </joint>
  <link name="link5">
    <inertial><origin xyz="0 0.04 -0.11"/><mass value="3"/><inertia ixx="0.03" ixy="0" ixz="0" iyy="0.028" iyz="0.006" izz="0.009"/></inertial>
    <collision><origin xyz="0 0.03 -0.12"/><geometry><capsule radius="0.05" length="0.16"/></geometry></collision>
  </link>
  <joint name="joint6" type="revolute">
    <parent link="link5"/><child link="link6"/><origin rpy="1.5707963267948966 0 0"/><axis xyz="0 0 1"/>
    <limit lower="-0.0175" upper="3.7525" effort="12" velocity="2.61"/><dynamics damping="0.5" friction="0.1"/>
  </joint>
  <link name="link6">
    <inertial><origin xyz="0.05 0 0.01"/><mass value="1.5"/><inertia ixx="0.003" ixy="0" ixz="0" iyy="0.005" iyz="0" izz="0.005"/></inertial>
    <collision><origin xyz="0.05 0 0"/><geometry><sphere radius="0.055"/></geometry></collision>
  </link>
  <joint name="joint7" type="revolute">
    <parent link="link6"/><child link="link7"/><origin xyz="0.088 0 0" rpy="1.5707963267948966 0 0"/><axis xyz="0 0 1"/>
    <limit lower="-2.8973" upper="2.8973" effort="12" velocity="2.61"/><dynamics damping="0.5" friction="0.1"/>
  </joint>
  <link name="link7">
    <inertial><origin xyz="0 0 0.07"/><mass value="0.7"/><inertia ixx="0.001" ixy="0" ixz="0" iyy="0.001" iyz="0" izz="0.0009"/></inertial>
    <collision><origin xyz="0 0 0.07"/><geometry><cylinder radius="0.045" length="0.06"/></geometry></collision>
  </link>
  <joint name="flange" type="fixed">
    <parent link="link7"/><child link="hand"/><origin xyz="0 0 0.107" rpy="0 0 -0.7853981633974483"/>
  </joint>
  <link name="hand">
    <inertial><origin xyz="0 0 0.03"/><mass value="0.73"/><inertia ixx="0.0025" ixy="0" ixz="0" iyy="0.001" iyz="0" izz="0.0018"/></inertial>
    <collision><origin xyz="0 0 0.03"/><geometry><box size="0.05 0.2 0.06"/></geometry></collision>
  </link>
  <joint name="finger1" type="prismatic">
    <parent link="hand"/><child link="left_finger"/><origin xyz="0 0 0.0584"/><axis xyz="0 1 0"/>
    <limit lower="0" upper="0.04" effort="100" velocity="0.05"/>
  </joint>
  <link name="left_finger">
    <inertial><origin xyz="0 0.01 0.03"/><mass value="0.05"/><inertia ixx="2e-5" ixy="0" ixz="0" iyy="2e-5" iyz="0" izz="5e-6"/></inertial>
    <collision><origin xyz="0 0.01 0.03"/><geometry><box size="0.02 0.02 0.05"/></geometry></collision>
  </link>
  <joint name="finger2" type="prismatic">
    <parent link="hand"/><child link="right_finger"/><origin xyz="0 0 0.0584" rpy="0 0 3.141592653589793"/><axis xyz="0 1 0"/>
    <limit lower="0" upper="0.04" effort="100" velocity="0.05"/><mimic joint="finger1"/>
  </joint>
  <link name="right_finger">
    <inertial><origin xyz="0 0.01 0.03"/><mass value="0.05"/><inertia ixx="2e-5" ixy="0" ixz="0" iyy="2e-5" iyz="0" izz="5e-6"/></inertial>
    <collision><origin xyz="0 0.01 0.03"/><geometry><box size="0.02 0.02 0.05"/></geometry></collision>
  </link>
</robot>
`;
